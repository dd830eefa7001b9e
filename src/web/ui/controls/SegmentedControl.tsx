import clsx from "clsx";
import type { ReactElement, ReactNode } from "react";
import { cloneElement, useId } from "react";
import { useEarlyInput } from "../../hydration/useEarlyInput";
import { controlClass, type Rounding, roundingClass, type Size } from "../styles/scale";

export interface Segment {
  value: string;
  label: ReactNode;
  /** Accessible name if the label is an icon or an abbreviation. */
  name?: string;
  /** A link element without children, which renders the segment. */
  link?: ReactElement<{
    children?: ReactNode;
    className?: string;
    "aria-current"?: "true";
    "aria-label"?: string;
  }>;
}

export interface SegmentedControlProps {
  label: string;
  segments: readonly Segment[];
  value: string;
  /** Called for segments that are not links. */
  onChange?: (value: string) => void;
  size?: Size;
  rounding?: Rounding;
}

const segmentClass = (chosen: boolean, size: Size, rounding: Rounding) =>
  clsx(
    "inline-flex min-w-6 items-center justify-center whitespace-nowrap font-medium transition-colors",
    controlClass[size],
    segmentHeight[size],
    roundingClass[rounding],
    chosen ? "bg-raised text-ink shadow-control" : "text-muted hover:text-ink",
  );

/** Including the frame, these are the heights of other controls; each target has at least 24 px. */
const segmentHeight: Record<Size, string> = {
  xs: "h-6!",
  sm: "h-6!",
  md: "h-7!",
  lg: "h-9!",
  xl: "h-11!",
};

/** The value of the checked radio button. */
const chosenRadio = (frame: HTMLFieldSetElement): string =>
  frame.querySelector<HTMLInputElement>("input:checked")?.value ?? "";

/** Selects one of a few visible choices: links if they have a `link`, else a radio group. */
export function SegmentedControl({
  label,
  segments,
  value,
  onChange,
  size = "md",
  rounding = "md",
}: SegmentedControlProps) {
  const name = useId();
  const choices = useEarlyInput(chosenRadio, value, onChange);
  const frame = clsx(
    "inline-flex w-fit max-w-full flex-wrap gap-x-0.5 border bg-sunken p-px",
    roundingClass[rounding],
  );
  if (segments.some((segment) => segment.link)) {
    return (
      <nav aria-label={label} className={frame}>
        {segments.map(({ link, ...segment }) =>
          link
            ? cloneElement(link, {
                key: segment.value,
                children: segment.label,
                className: segmentClass(segment.value === value, size, rounding),
                "aria-current": segment.value === value ? "true" : undefined,
                "aria-label": segment.name,
              })
            : null,
        )}
      </nav>
    );
  }
  return (
    <fieldset ref={choices} className={frame}>
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          title={segment.name}
          className={clsx(
            segmentClass(segment.value === value, size, rounding),
            "has-focus-visible:outline-2 has-focus-visible:outline-accent",
          )}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange?.(segment.value)}
            aria-label={segment.name}
            className="sr-only"
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}
