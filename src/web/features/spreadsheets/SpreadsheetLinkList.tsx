import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { FileSpreadsheet } from "lucide-react";
import type { AppRouter } from "#api";
import { formatInstant } from "../../format/formatDate";
import { afterChange } from "../../rpc/afterChange";
import { errorMessage } from "../../rpc/errorMessage";
import { refetchChanged } from "../../rpc/refetchChanged";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { ConfirmButton } from "../settings/ConfirmButton";
import { apiKeyState } from "../settings/keys/apiKeyState";
import { KeyName } from "../settings/keys/KeyName";

type ListedLink = inferRouterOutputs<AppRouter>["spreadsheetLinks"]["list"][number];

/** The existing links, without their secrets. */
export function SpreadsheetLinkList() {
  const links = useQuery(useTrpc().spreadsheetLinks.list.queryOptions());
  if (links.isError) {
    return <ErrorState title="Your links could not be loaded">{errorMessage(links.error)}</ErrorState>;
  }
  if (links.isPending) return <Skeleton className="h-40 w-full" />;
  return (
    <Card title="Links" padded={false}>
      {links.data.length === 0 ? (
        <EmptyState icon={<FileSpreadsheet strokeWidth={1.5} />} title="No links yet">
          Create a link to keep a spreadsheet up to date.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {links.data.map((link) => (
            <li key={link.id} className="flex flex-col gap-2 px-4 py-3">
              <LinkRow link={link} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function LinkRow({ link }: { link: ListedLink }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const refresh = () => refetchChanged(queryClient, { queryKey: trpc.spreadsheetLinks.list.queryKey() });
  const revoke = useMutation(
    trpc.spreadsheetLinks.revoke.mutationOptions(afterChange(refresh, "Link revoked.")),
  );
  const { id, name, prefix, path, query, createdAt, createdBy, lastUsedAt, expiresAt } = link;
  const state = apiKeyState(link, new Date());
  const moments = [
    `Created ${formatInstant(createdAt)}${createdBy === null ? "" : ` by ${createdBy}`}`,
    lastUsedAt === null ? "never used" : `last used ${formatInstant(lastUsedAt)}`,
    ...(expiresAt === null ? [] : [`expires ${formatInstant(expiresAt)}`]),
  ];
  return (
    <>
      <div className="min-w-0">
        <KeyName name={name} prefix={prefix} state={state} />
        <p className="text-muted text-sm">{moments.join(", ")}</p>
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer content-center text-muted">
            <code>{path}</code>
            <span className="sr-only"> (query of {name})</span>
          </summary>
          <code className="break-all">{query}</code>
        </details>
      </div>
      {state === "live" && (
        <div>
          <ConfirmButton
            label="Revoke"
            name={`Revoke ${name}`}
            title={`Revoke ${name}?`}
            description="Spreadsheets that use the link can no longer be refreshed. This cannot be undone."
            confirm="Revoke"
            isBusy={revoke.isPending}
            onConfirm={() => revoke.mutate({ id })}
          />
        </div>
      )}
    </>
  );
}
