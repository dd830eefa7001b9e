import clsx from "clsx";

/** Classes of floating elements: lists, popovers, tooltips. */
export const popupClass = clsx(
  "z-50 rounded-lg bg-raised text-ink shadow-raised outline-none",
  "origin-(--transform-origin) transition-[scale,opacity] duration-100 ease-out",
  "data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:scale-98 data-ending-style:opacity-0",
);
