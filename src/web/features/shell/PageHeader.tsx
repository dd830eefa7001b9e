import type { ReactNode } from "react";

export interface PageHeaderProps {
  title: ReactNode;
  /** Scope of the figures, as part of the title. */
  scope?: string | undefined;
  /** Selects the scope. Shown next to the title; on a phone, replaces the text. */
  scopeSwitch?: ReactNode;
  /** One or two sentences describing the page. */
  description?: ReactNode;
  /** Mark before the title, such as the colour dot of a network. */
  mark?: ReactNode;
  /** Content after the title, such as badges. */
  badges?: ReactNode;
  /** Controls on the right: range, downloads, links. */
  actions?: ReactNode;
}

/** The header of a page with its only `h1`. */
export const PageHeader = ({
  title,
  scope,
  scopeSwitch,
  description,
  mark,
  badges,
  actions,
}: PageHeaderProps) => (
  <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 sm:mb-5 sm:gap-y-3">
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        {mark}
        <h1 className="font-semibold text-xl tracking-tight sm:text-2xl">
          {title}
          {scope !== undefined && (
            <span className="font-normal text-lg text-muted max-sm:not-print:sr-only"> {scope}</span>
          )}
        </h1>
        {scopeSwitch}
        {badges}
      </div>
      {description && <p className="mt-1 max-w-prose text-md text-muted">{description}</p>}
    </div>
    {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
  </header>
);
