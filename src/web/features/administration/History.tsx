import { useQuery } from "@tanstack/react-query";
import type { RecordValues } from "#domain/records";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { changeWords } from "../records/changeWords";
import { pageLink } from "../shell/followPageLinks";
import { Moment } from "./Facts";
import { historyQuery } from "./historyQuery";

/** The field or flag that an entry changed, shown under its action. */
function change(values: RecordValues) {
  const words = changeWords(values);
  return words !== null && <span className="block text-muted text-sm">{words}</span>;
}

/** Audit log entries about or by a user or an organization, newest first. */
export function History({ subject }: { subject: string }) {
  const { data, error } = useQuery(useTrpc().records.list.queryOptions(historyQuery(subject)));
  return (
    <Card title="History" padded={false}>
      {error !== null && (
        <ErrorState title="The history could not be loaded">{errorMessage(error)}</ErrorState>
      )}
      {data === undefined && error === null && <Skeleton className="m-4 h-20" />}
      {data?.records.length === 0 && <EmptyState title="No changes yet" />}
      <ol className="divide-y">
        {data?.records.map(({ id, values, names }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-md">
            <span className="min-w-0 flex-1 break-words">
              <a href={`/admin/audit_log/${id}`} className={pageLink}>
                {String(values.action)}
              </a>
              {change(values)}
            </span>
            <span className="text-muted text-sm">
              {names.actorUserId ?? String(values.actor)}, <Moment at={String(values.at)} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
