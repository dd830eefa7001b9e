/** The size and rounding scales that every control shares. */
export const sizes = ["xs", "sm", "md", "lg", "xl"] as const;
export type Size = (typeof sizes)[number];

export const roundings = ["none", "xs", "sm", "md", "lg", "xl", "full"] as const;
export type Rounding = (typeof roundings)[number];

export const roundingClass: Record<Rounding, string> = {
  none: "rounded-none",
  xs: "rounded-xs",
  sm: "rounded-sm",
  md: "rounded-md",
  lg: "rounded-lg",
  xl: "rounded-xl",
  full: "rounded-full",
};

/** Height, text and side padding of a control. */
export const controlClass: Record<Size, string> = {
  xs: "h-control-xs px-2 text-xs gap-1",
  sm: "h-control-sm px-2.5 text-sm gap-1.5",
  md: "h-control-md px-3 text-md gap-1.5",
  lg: "h-control-lg px-4 text-base gap-2",
  xl: "h-control-xl px-5 text-lg gap-2.5",
};

/** Text of a control without its own height. */
export const textClass: Record<Size, string> = {
  xs: "text-xs",
  sm: "text-sm",
  md: "text-md",
  lg: "text-base",
  xl: "text-lg",
};

/** Size of an icon in a control. */
export const iconClass: Record<Size, string> = {
  xs: "size-3",
  sm: "size-3.5",
  md: "size-4",
  lg: "size-4",
  xl: "size-5",
};
