import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { apiKeyState } from "../settings/keys/apiKeyState";
import { KeyName } from "../settings/keys/KeyName";
import { RevokeKey } from "../settings/keys/RevokeKey";
import { Moment } from "./Facts";
import { type UserFile, useAdministration } from "./useAdministration";

type IssuedKey = UserFile["apiKeys"][number];

/** Data API keys of a user or an organization, each with a button to revoke it. */
export const IssuedKeys = ({ keys }: { keys: readonly IssuedKey[] }) => (
  <Card title="API keys" padded={false}>
    {keys.length === 0 ? (
      <EmptyState icon={<KeyRound strokeWidth={1.5} />} title="No API keys" />
    ) : (
      <ul className="divide-y">
        {keys.map((key) => (
          <Key key={key.id} issued={key} />
        ))}
      </ul>
    )}
  </Card>
);

function Key({ issued: { id, name, prefix, createdAt, lastUsedAt, ...moments } }: { issued: IssuedKey }) {
  const state = apiKeyState(moments, new Date());
  const revoke = useMutation(
    useTrpc().administration.revokeKey.mutationOptions(useAdministration("Key revoked.")),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1">
        <KeyName name={name} prefix={prefix} state={state} />
        <p className="text-muted text-sm">
          Created <Moment at={createdAt} />, {lastUsedAt === null ? "never used" : "last used "}
          {lastUsedAt !== null && <Moment at={lastUsedAt} />}
        </p>
      </div>
      {state === "live" && (
        <RevokeKey name={name} isBusy={revoke.isPending} onConfirm={() => revoke.mutate({ id })} />
      )}
    </li>
  );
}
