import { useMutation } from "@tanstack/react-query";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { describeUserAgent } from "../settings/account/describeUserAgent";
import { Moment } from "./Facts";
import { type UserFile, useAdministration } from "./useAdministration";

/** The sessions of a user, with buttons to end one or all. */
export function SessionList({ userId, sessions }: { userId: string; sessions: UserFile["sessions"] }) {
  const end = useMutation(
    useTrpc().administration.endSessions.mutationOptions(useAdministration("Signed out.")),
  );
  return (
    <Card
      title="Sessions"
      padded={false}
      actions={
        sessions.length > 0 && (
          <Button
            size="sm"
            loading={end.isPending && end.variables.sessionId === null}
            onClick={() => end.mutate({ userId, sessionId: null })}
          >
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.length === 0 && <EmptyState title="Not signed in anywhere" />}
      <ul className="divide-y">
        {sessions.map(({ id, userAgent, networkAddress, createdAt, lastSeenAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium text-md" title={userAgent}>
                {describeUserAgent(userAgent)}
              </p>
              <p className="text-muted text-sm">
                Last used <Moment at={lastSeenAt} />
                {networkAddress !== "" && ` from ${networkAddress}`}, signed in <Moment at={createdAt} />
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Sign out ${describeUserAgent(userAgent)}`}
              loading={end.isPending && end.variables.sessionId === id}
              onClick={() => end.mutate({ userId, sessionId: id })}
            >
              Sign out
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
