import clsx from "clsx";
import type { ReactNode } from "react";
import { iconClass, type Size } from "../styles/scale";

/** Content for screen readers only. */
const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>;

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
