import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { KeyRound } from "lucide-react";
import type { AppRouter } from "#api";
import { formatInstant } from "../../format/formatDate";
import { errorInWords } from "../../rpc/errorInWords";
import { useTrpc } from "../../rpc/useTrpc";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { EmptyState } from "../../ui/EmptyState";
import { showToast } from "../../ui/toast";
import { apiKeyState } from "./apiKeyState";
import { ConfirmButton } from "./ConfirmButton";

type ApiKey = inferRouterOutputs<AppRouter>["apiKeys"]["list"][number];

/** The keys of the organization, without the keys themselves. */
export function ApiKeyList({ keys }: { keys: readonly ApiKey[] }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.apiKeys.revoke.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.apiKeys.list.queryKey() });
        showToast({ message: "Key revoked.", variant: "success" });
      },
      onError: (error) => showToast({ message: errorInWords(error), variant: "danger" }),
    }),
  );
  return (
    <Card title="Keys" padded={false}>
      {keys.length === 0 ? (
        <EmptyState icon={<KeyRound strokeWidth={1.5} />} title="No keys yet">
          Create a key to access the data from your own applications.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {keys.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium text-md">
                  <span className="truncate">{key.name}</span>
                  <code className="font-mono text-muted text-sm">{key.prefix}…</code>
                  <State keyState={apiKeyState(key, new Date())} />
                </p>
                <p className="text-muted text-sm">
                  Created <time dateTime={key.createdAt}>{formatInstant(key.createdAt)}</time>
                  {key.createdBy && ` by ${key.createdBy}`},{" "}
                  {key.lastUsedAt ? (
                    <>
                      last used <time dateTime={key.lastUsedAt}>{formatInstant(key.lastUsedAt)}</time>
                    </>
                  ) : (
                    "never used"
                  )}
                  {key.expiresAt && (
                    <>
                      , expires <time dateTime={key.expiresAt}>{formatInstant(key.expiresAt)}</time>
                    </>
                  )}
                </p>
              </div>
              {key.canRevoke && (
                <ConfirmButton
                  label="Revoke"
                  name={`Revoke ${key.name}`}
                  title={`Revoke ${key.name}?`}
                  description="Applications that use it lose access immediately. This cannot be undone."
                  confirm="Revoke"
                  isBusy={revoke.isPending && revoke.variables.id === key.id}
                  onConfirm={() => revoke.mutate({ id: key.id })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const State = ({ keyState }: { keyState: ReturnType<typeof apiKeyState> }) =>
  keyState === "live" ? null : (
    <Badge variant="danger" size="xs">
      {keyState === "revoked" ? "Revoked" : "Expired"}
    </Badge>
  );
