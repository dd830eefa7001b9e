import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LaptopMinimal } from "lucide-react";
import { formatInstant } from "../../../format/formatDate";
import { errorMessage } from "../../../rpc/errorMessage";
import { refetchChanged } from "../../../rpc/refetchChanged";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Badge } from "../../../ui/display/Badge";
import { Card } from "../../../ui/display/Card";
import { ErrorState } from "../../../ui/display/ErrorState";
import { Skeleton } from "../../../ui/display/Skeleton";
import { showToast } from "../../../ui/toasts/toast";
import { useSignOut } from "../../people/integrations/useSignOut";
import { describeUserAgent } from "./describeUserAgent";

/** The user's sessions, with buttons to end them. */
export function Sessions() {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const { signOut, isSigningOut } = useSignOut();
  const sessions = useQuery(trpc.userSettings.sessions.queryOptions());
  const refresh = () => refetchChanged(queryClient, { queryKey: trpc.userSettings.sessions.queryKey() });
  const onError = (error: unknown) => showToast({ message: errorMessage(error), variant: "danger" });
  const end = useMutation(trpc.userSettings.endSession.mutationOptions({ onSuccess: refresh, onError }));
  const endOthers = useMutation(
    trpc.userSettings.endOtherSessions.mutationOptions({
      onSuccess: async () => {
        await refresh();
        showToast({ message: "Signed out everywhere else.", variant: "success" });
      },
      onError,
    }),
  );
  const signOutEverywhere = async () => {
    // The error has already been shown, and no session was ended.
    const ended = await endOthers.mutateAsync().then(
      () => true,
      () => false,
    );
    if (ended) await signOut();
  };
  const others = sessions.data?.filter((session) => !session.isCurrent) ?? [];
  return (
    <Card
      title="Sessions"
      description="Browsers signed in to your account."
      padded={false}
      actions={
        <>
          {others.length > 0 && (
            <Button size="sm" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
              Sign out other sessions
            </Button>
          )}
          <Button size="sm" loading={isSigningOut} onClick={signOutEverywhere}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      {sessions.isError && (
        <ErrorState title="Your sessions could not be loaded">{errorMessage(sessions.error)}</ErrorState>
      )}
      {sessions.isPending && <Skeleton className="m-4 h-10" />}
      <ul className="divide-y">
        {sessions.data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <LaptopMinimal aria-hidden="true" className="size-4 shrink-0 text-faint" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-medium text-md" title={session.userAgent}>
                {describeUserAgent(session.userAgent)}
                {session.isCurrent && (
                  <Badge variant="success" size="xs">
                    This browser
                  </Badge>
                )}
              </p>
              <p className="text-muted text-sm">
                Last used <time dateTime={session.lastSeenAt}>{formatInstant(session.lastSeenAt)}</time>
                {session.networkAddress && ` from ${session.networkAddress}`}, signed in{" "}
                <time dateTime={session.createdAt}>{formatInstant(session.createdAt)}</time>
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Sign out ${describeUserAgent(session.userAgent)}`}
                loading={end.isPending && end.variables.id === session.id}
                onClick={() => end.mutate({ id: session.id })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
