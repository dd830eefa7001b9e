import { Inbox } from "lucide-react";
import type { ReactNode } from "react";

export interface StateProps {
  title: string;
  /** Explanation and next step. */
  children?: ReactNode;
  /** Links or buttons. */
  actions?: ReactNode;
  icon?: ReactNode;
}

/** Placeholder for missing content, with the reason. */
export function EmptyState({ title, children, actions, icon }: StateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span aria-hidden="true" className="text-faint [&>svg]:size-6">
        {icon ?? <Inbox strokeWidth={1.5} />}
      </span>
      <p className="font-medium text-base">{title}</p>
      {children && <div className="max-w-sm text-md text-muted">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
