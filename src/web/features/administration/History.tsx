import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { errorInWords } from "../../rpc/errorInWords";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { pageLink } from "../shell/followPageLinks";
import { Moment } from "./Facts";
import { historyQuery } from "./historyQuery";

/** What was done to a user or an organization, and what they did, newest first. */
export function History({ subject }: { subject: string }) {
  const { data, error } = useQuery(useTrpc().records.list.queryOptions(historyQuery(subject)));
  return (
    <Card title="History" padded={false}>
      {error !== null && (
        <ErrorState title="The history could not be loaded">{errorInWords(error)}</ErrorState>
      )}
      {data === undefined && error === null && <Skeleton className="m-4 h-20" />}
      {data?.records.length === 0 && <EmptyState title="No changes yet" />}
      <ol className="divide-y">
        {data?.records.map(({ id, values, names }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-md">
            <a href={`/admin/audit_log/${id}`} className={clsx(pageLink, "flex-1")}>
              {String(values.action)}
            </a>
            <span className="text-muted text-sm">
              {names.actorUserId ?? String(values.actor)}, <Moment at={String(values.at)} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
