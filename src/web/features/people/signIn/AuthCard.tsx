import type { ReactNode } from "react";
import { Logo } from "../../shell/Logo";

export interface AuthCardProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Secondary text below the card. */
  footer?: ReactNode;
}

/** The narrow card of the sign-in pages. */
export const AuthCard = ({ title, description, children, footer }: AuthCardProps) => (
  <div className="mx-auto flex w-full max-w-sm flex-col gap-4 py-8 sm:py-16">
    <section className="flex flex-col gap-5 rounded-xl bg-surface p-6 shadow-control sm:p-8">
      <header className="flex flex-col gap-1">
        <Logo className="mb-3 size-7" />
        <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
        {description && <div className="text-md text-muted">{description}</div>}
      </header>
      {children}
    </section>
    {footer && <div className="text-center text-faint text-sm">{footer}</div>}
  </div>
);
