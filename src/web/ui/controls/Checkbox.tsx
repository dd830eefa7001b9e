import { Checkbox as Base } from "@base-ui/react/checkbox";
import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import type { Size } from "../styles/scale";
import { LabelledControl, type LabelledControlProps } from "./LabelledControl";

const boxClass: Record<Size, string> = {
  xs: "size-3.5",
  sm: "size-3.5",
  md: "size-4",
  lg: "size-5",
  xl: "size-6",
};

export interface CheckboxProps extends LabelledControlProps {
  /** True if some but not all of its items are selected. */
  indeterminate?: boolean;
}

export const Checkbox = ({ indeterminate, ...labelled }: CheckboxProps) => (
  <LabelledControl {...labelled}>
    {(controlled, size) => (
      <Base.Root
        {...controlled}
        indeterminate={indeterminate}
        className={clsx(
          "grid shrink-0 place-items-center rounded-sm border border-control bg-surface text-on-fill",
          "data-checked:border-accent-fill data-checked:bg-accent-fill data-indeterminate:border-accent-fill data-indeterminate:bg-accent-fill",
          boxClass[size],
        )}
      >
        <Base.Indicator className="grid place-items-center">
          {indeterminate ? (
            <Minus aria-hidden="true" className="size-3" strokeWidth={3} />
          ) : (
            <Check aria-hidden="true" className="size-3" strokeWidth={3} />
          )}
        </Base.Indicator>
      </Base.Root>
    )}
  </LabelledControl>
);
