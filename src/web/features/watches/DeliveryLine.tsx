import type { ReactNode } from "react";
import { formatInstant } from "../../format/formatDate";
import { Badge, type BadgeVariant } from "../../ui/display/Badge";
import type { ListedDelivery } from "./watchData";

const states: Record<ListedDelivery["status"], { label: string; variant?: BadgeVariant }> = {
  pending: { label: "Pending" },
  delivered: { label: "Delivered", variant: "success" },
  failed: { label: "Failed", variant: "danger" },
  cancelled: { label: "Not sent" },
};

/** A delivery and its attempts: time, response and duration. */
export function DeliveryLine({ delivery, children }: { delivery: ListedDelivery; children?: ReactNode }) {
  const { channel, isTest, status, attempts, dueAt } = delivery;
  const { label, variant } = states[status];
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <Badge size="xs" {...(variant !== undefined && { variant })}>
          {label}
        </Badge>
        <span>{isTest ? "Test" : channel === "email" ? "Email" : "Webhook"}</span>
        {status === "pending" && (
          <span className="text-muted">
            {attempts.length === 0 ? "due" : "next attempt"}{" "}
            <time dateTime={dueAt}>{formatInstant(dueAt)}</time>
          </span>
        )}
        {children}
      </p>
      {attempts.length > 0 && (
        <ul className="flex flex-col gap-0.5 border-l pl-3 text-muted">
          {attempts.map((attempt) => (
            <li key={attempt.at} className="min-w-0 break-words">
              <time dateTime={attempt.at}>{formatInstant(attempt.at)}</time>
              {attempt.status !== null && `, status ${attempt.status}`}
              {`, ${attempt.latencyMs.toLocaleString("en-US")} ms`}
              {attempt.detail !== "" && <span className="break-all">: {attempt.detail}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
