import clsx from "clsx";
import type { ReactNode } from "react";
import { type Rounding, roundingClass, type Size } from "../styles/scale";

export const badgeVariants = [
  "primary",
  "secondary",
  "danger",
  "success",
  "outline",
  "operator",
  "new",
  "beta",
] as const;
export type BadgeVariant = (typeof badgeVariants)[number];

const variantClass: Record<BadgeVariant, string> = {
  primary: "bg-accent-soft text-accent-strong border-transparent",
  secondary: "bg-sunken text-muted border-line",
  danger: "bg-negative-soft text-negative border-transparent",
  success: "bg-positive-soft text-positive border-transparent",
  outline: "bg-transparent text-muted border-line-strong",
  operator: "bg-accent-soft text-accent-strong border-transparent uppercase tracking-wide",
  new: "bg-accent-fill text-on-fill border-transparent uppercase tracking-wide",
  beta: "bg-transparent text-faint border-line-strong uppercase tracking-wide",
};

const sizeClass: Record<Size, string> = {
  xs: "px-1 text-2xs",
  sm: "px-1.5 text-xs",
  md: "px-2 text-sm",
  lg: "px-2.5 py-0.5 text-md",
  xl: "px-3 py-1 text-base",
};

export interface BadgeProps {
  children: ReactNode;
  /** Default: `secondary`. */
  variant?: BadgeVariant;
  /** Default: `sm`. */
  size?: Size;
  /** Default: `sm`. */
  rounding?: Rounding;
  title?: string;
}

export function Badge({ children, variant = "secondary", size = "sm", rounding = "sm", title }: BadgeProps) {
  return (
    <span
      title={title}
      className={clsx(
        "inline-flex items-center gap-1 whitespace-nowrap border font-medium",
        sizeClass[size],
        roundingClass[rounding],
        variantClass[variant],
      )}
    >
      {children}
    </span>
  );
}
