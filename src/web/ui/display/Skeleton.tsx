import clsx from "clsx";
import { type Rounding, roundingClass } from "../styles/scale";

/** Placeholder of loading content. Set width and height by class; hidden from screen readers. */
export const Skeleton = ({ className, rounding = "sm" }: { className?: string; rounding?: Rounding }) => (
  <span
    aria-hidden="true"
    className={clsx("block animate-pulse bg-line", roundingClass[rounding], className)}
  />
);
