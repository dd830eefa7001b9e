import { Switch as Base } from "@base-ui/react/switch";
import clsx from "clsx";
import type { Size } from "../styles/scale";
import { LabelledControl, type LabelledControlProps } from "./LabelledControl";

const trackClass: Record<Size, string> = {
  xs: "h-3.5 w-6",
  sm: "h-4 w-7",
  md: "h-5 w-9",
  lg: "h-6 w-11",
  xl: "h-7 w-13",
};

export const Switch = (labelled: LabelledControlProps) => (
  <LabelledControl {...labelled}>
    {(controlled, size) => (
      <Base.Root
        {...controlled}
        className={clsx(
          "flex shrink-0 rounded-full border border-control bg-sunken p-0.5 transition-colors",
          "data-checked:border-accent-fill data-checked:bg-accent-fill",
          trackClass[size],
        )}
      >
        <Base.Thumb className="aspect-square h-full rounded-full bg-control transition-transform data-checked:translate-x-full data-checked:bg-on-fill" />
      </Base.Root>
    )}
  </LabelledControl>
);
