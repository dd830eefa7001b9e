import { TriangleAlert } from "lucide-react";
import type { StateProps } from "./EmptyState";

/** An error with its explanation and next step. Announced by screen readers. */
export function ErrorState({
  title,
  children,
  actions,
  icon,
  requestId,
}: StateProps & { /** Identifies the failure in the logs. */ requestId?: string | null }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span aria-hidden="true" className="text-negative [&>svg]:size-6">
        {icon ?? <TriangleAlert strokeWidth={1.5} />}
      </span>
      <p className="font-medium text-base">{title}</p>
      {children && <div className="max-w-sm text-md text-muted">{children}</div>}
      {requestId && (
        <p className="text-faint text-sm">
          Request ID{" "}
          <code data-request-id={requestId} className="select-all font-mono text-muted">
            {requestId}
          </code>
        </p>
      )}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
