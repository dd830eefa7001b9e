import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "../display/Spinner";
import { controlClass, type Rounding, roundingClass, type Size } from "../styles/scale";

/** `operator` is the and/or switch of a filter group. */
export const buttonVariants = ["primary", "secondary", "danger", "success", "outline", "operator"] as const;
export type ButtonVariant = (typeof buttonVariants)[number];

const variantClass: Record<ButtonVariant, string> = {
  primary: "bg-accent-fill text-on-fill border-transparent hover:bg-accent-fill-hover",
  secondary: "bg-transparent text-muted border-transparent hover:bg-hover hover:text-ink",
  danger: "bg-negative-fill text-on-fill border-transparent hover:bg-negative-fill-hover",
  success: "bg-positive-fill text-on-fill border-transparent hover:bg-positive-fill-hover",
  outline: "bg-surface text-ink border-line-strong hover:bg-hover",
  operator: "bg-accent-soft text-accent-strong border-transparent uppercase tracking-wide hover:bg-selected",
};

const squareClass: Record<Size, string> = {
  xs: "w-control-xs",
  sm: "w-control-sm",
  md: "w-control-md",
  lg: "w-control-lg",
  xl: "w-control-xl",
};

export interface ButtonLook {
  /** Default: `outline`. */
  variant?: ButtonVariant;
  /** Default: `md`. */
  size?: Size;
  /** Default: `md`. */
  rounding?: Rounding;
  /** Square, for a single icon; set an `aria-label`. */
  square?: boolean;
}

/** Classes of a button, for links next to buttons. */
export const buttonClass = ({ variant = "outline", size = "md", rounding = "md", square }: ButtonLook = {}) =>
  clsx(
    "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap border font-medium transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50",
    controlClass[size],
    square && clsx(squareClass[size], "px-0!"),
    roundingClass[rounding],
    variantClass[variant],
  );

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<"button">, "children"> {
  /** Shows a spinner, keeps the width and the focus, and ignores clicks. */
  loading?: boolean;
  children: ReactNode;
}

export function Button({
  variant,
  size,
  rounding,
  square,
  loading = false,
  className,
  children,
  disabled,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(buttonClass({ variant, size, rounding, square }), loading && "relative", className)}
      disabled={disabled && !loading}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      // A submit button would send the form again.
      onClick={loading ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size={size} label="Working" />
        </span>
      )}
      <span className={clsx("contents", loading && "*:invisible [&]:text-transparent")}>{children}</span>
    </button>
  );
}
