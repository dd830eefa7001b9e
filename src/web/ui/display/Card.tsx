import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { type Rounding, roundingClass } from "../styles/scale";

export interface CardProps {
  /** Heading of the region; without it the card is a plain box. */
  title?: ReactNode;
  /** One line under the heading. */
  description?: ReactNode;
  /** Controls on the right of the heading. */
  actions?: ReactNode;
  /** A last line below a border. */
  footer?: ReactNode;
  /** False removes the padding around a table or chart. Default: true. */
  padded?: boolean;
  /** Level of the heading. Default: 2. */
  level?: 2 | 3;
  rounding?: Rounding;
  className?: string;
  children: ReactNode;
}

export function Card({
  title,
  description,
  actions,
  footer,
  padded = true,
  level = 2,
  rounding = "lg",
  className,
  children,
}: CardProps) {
  const id = useId();
  const Heading = level === 2 ? "h2" : "h3";
  const Box = title ? "section" : "div";
  return (
    <Box
      aria-labelledby={title ? id : undefined}
      className={clsx("flex min-w-0 flex-col border bg-surface", roundingClass[rounding], className)}
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2.5">
          <div className="min-w-0">
            {title && (
              <Heading id={id} className="font-semibold text-base tracking-tight">
                {title}
              </Heading>
            )}
            {description && <p className="text-muted text-sm">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={clsx("min-w-0 flex-1", padded && "p-4")}>{children}</div>
      {footer && <footer className="border-t px-4 py-2 text-faint text-sm">{footer}</footer>}
    </Box>
  );
}
