import clsx from "clsx";
import { iconClass, type Size } from "../styles/scale";
import { VisuallyHidden } from "./VisuallyHidden";

/** Indeterminate progress. */
export function Spinner({ size = "md", label = "Loading" }: { size?: Size; label?: string }) {
  return (
    <span role="status" className="inline-flex">
      <svg
        className={clsx("animate-spin", iconClass[size])}
        viewBox="0 0 16 16"
        fill="none"
        aria-hidden="true"
      >
        <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
        <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
