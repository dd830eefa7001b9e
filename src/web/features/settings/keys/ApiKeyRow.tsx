import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { apiKeyActions } from "#domain/people";
import { formatInstant } from "../../../format/formatDate";
import { afterChange } from "../../../rpc/afterChange";
import { refetchChanged } from "../../../rpc/refetchChanged";
import { useTrpc } from "../../../rpc/useTrpc";
import { ShowButton } from "../../../ui/controls/ShowButton";
import { Badge } from "../../../ui/display/Badge";
import { Skeleton } from "../../../ui/display/Skeleton";
import { ConfirmButton } from "../ConfirmButton";
import type { ListedApiKey } from "./ApiKeyList";
import { apiKeyState } from "./apiKeyState";
import { KeyName } from "./KeyName";
import { RevokeKey } from "./RevokeKey";
import { RotateKey } from "./RotateKey";

// Lazy, because charts are large and most visits create or revoke a key.
const KeyUsageChart = lazy(() => import("./KeyUsageChart").then((file) => ({ default: file.KeyUsageChart })));

/** A key: name, scopes, creator and actions. */
export function ApiKeyRow({ listed }: { listed: ListedApiKey }) {
  const { id, name } = listed;
  const [isUsageOpen, setUsageOpen] = useState(false);
  const state = apiKeyState(listed, new Date());
  return (
    <>
      <div className="min-w-0">
        <KeyName name={name} prefix={listed.prefix} state={state}>
          {listed.heldBy === "organization" && <Badge size="xs">Organization</Badge>}
        </KeyName>
        <p className="text-muted text-sm">
          <Moments listed={listed} />
        </p>
        <p className="break-words text-muted text-sm">{limitWords(listed)}</p>
      </div>
      <div className="flex flex-wrap gap-1">
        <ShowButton what="usage" of={name} isOpen={isUsageOpen} onChange={setUsageOpen} />
        {state === "live" && <Changes listed={listed} />}
      </div>
      {isUsageOpen && (
        <Suspense fallback={<Skeleton className="h-60 w-full" />}>
          <KeyUsageChart id={id} name={name} />
        </Suspense>
      )}
    </>
  );
}

function Moments({ listed }: { listed: ListedApiKey }) {
  const { createdAt, createdBy, lastUsedAt, expiresAt, rotatedAt, previousEndsAt } = listed;
  const parts = [
    { words: "Created", at: createdAt, by: createdBy },
    { words: "rotated", at: rotatedAt },
    { words: "last used", at: lastUsedAt },
    { words: "expires", at: expiresAt },
    {
      words: "previous secret works until",
      at: previousEndsAt !== null && Date.parse(previousEndsAt) > Date.now() ? previousEndsAt : null,
    },
  ].filter(({ at }) => at !== null);
  return (
    <>
      {parts.map(({ words, at, by }, index) => (
        <span key={words}>
          {index > 0 && ", "}
          {words} <time dateTime={at ?? ""}>{formatInstant(at ?? "")}</time>
          {by && ` by ${by}`}
        </span>
      ))}
      {lastUsedAt === null && ", never used"}
    </>
  );
}

function limitWords({ endpoints, actions }: Pick<ListedApiKey, "endpoints" | "actions">): string {
  const where = endpoints === null ? "All endpoints" : endpoints.join(", ");
  if (actions.length === apiKeyActions.length) return where;
  return `${where}; ${actions.includes("read") ? "no downloads" : "downloads only"}`;
}

function Changes({ listed: { id, name, heldBy, canChange, canPass } }: { listed: ListedApiKey }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const refresh = () => refetchChanged(queryClient, { queryKey: trpc.apiKeys.list.queryKey() });
  const revoke = useMutation(trpc.apiKeys.revoke.mutationOptions(afterChange(refresh, "Key revoked.")));
  const hold = useMutation(trpc.apiKeys.hold.mutationOptions(afterChange(refresh, "Key updated.")));
  const isKept = heldBy === "organization";
  return (
    <>
      {canPass && (
        <ConfirmButton
          label={isKept ? "Return to creator" : "Keep in organization"}
          name={isKept ? `Return ${name} to its creator` : `Keep ${name} in the organization`}
          title={isKept ? `Return ${name} to its creator?` : `Keep ${name} in the organization?`}
          description={
            isKept
              ? "The key will be revoked when its creator leaves the organization."
              : "The key keeps working when its creator leaves. They may still know the secret: rotate it then."
          }
          confirm={isKept ? "Return" : "Keep"}
          isBusy={hold.isPending}
          onConfirm={() => hold.mutate({ id, heldBy: isKept ? "maker" : "organization" })}
        />
      )}
      {canChange && (
        <>
          <RotateKey id={id} name={name} />
          <RevokeKey name={name} isBusy={revoke.isPending} onConfirm={() => revoke.mutate({ id })} />
        </>
      )}
    </>
  );
}
