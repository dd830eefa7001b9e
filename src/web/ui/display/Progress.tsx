import { Progress as Base } from "@base-ui/react/progress";
import clsx from "clsx";
import type { Size } from "../styles/scale";

const trackClass: Record<Size, string> = { xs: "h-0.5", sm: "h-1", md: "h-1.5", lg: "h-2", xl: "h-3" };

export interface ProgressProps {
  label: string;
  /** 0 to 100; null if unknown. */
  value: number | null;
  size?: Size;
}

export function Progress({ label, value, size = "md" }: ProgressProps) {
  return (
    <Base.Root value={value} className="flex flex-col gap-1">
      <div className="flex justify-between text-sm text-muted">
        <Base.Label>{label}</Base.Label>
        {value !== null && <Base.Value />}
      </div>
      <Base.Track className={clsx("overflow-hidden rounded-full bg-line", trackClass[size])}>
        <Base.Indicator
          className={clsx(
            "h-full rounded-full bg-accent-fill transition-all",
            value === null && "w-1/3 animate-pulse",
          )}
        />
      </Base.Track>
    </Base.Root>
  );
}
