import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatInstant } from "../../../format/formatDate";
import { errorMessage } from "../../../rpc/errorMessage";
import { refetchChanged } from "../../../rpc/refetchChanged";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Card } from "../../../ui/display/Card";
import { ErrorState } from "../../../ui/display/ErrorState";
import { Skeleton } from "../../../ui/display/Skeleton";
import { showToast } from "../../../ui/toasts/toast";
import { CopyButton } from "../../asset/CopyButton";
import { useMailIsLogged } from "../../people/signIn/useMailIsLogged";
import { ConfirmButton } from "../ConfirmButton";
import { InviteFields } from "./InviteFields";
import { TeamMembers } from "./TeamMembers";
import { roleLabels, type TeamInvitation, useTeamChange } from "./teamData";

/** Pending invitations. */
function TeamInvitations({ invitations }: { invitations: readonly TeamInvitation[] }) {
  const trpc = useTrpc();
  const revoke = useMutation(
    trpc.team.revokeInvitation.mutationOptions(useTeamChange("Invitation withdrawn.")),
  );
  if (invitations.length === 0) return null;
  return (
    <Card title="Open invitations" padded={false}>
      <ul className="divide-y">
        {invitations.map(({ id, email, role, expiresAt, unsentLink }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="break-words font-medium text-md">{email}</p>
              <p className="text-muted text-sm">
                {roleLabels[role]}, expires <time dateTime={expiresAt}>{formatInstant(expiresAt)}</time>
              </p>
              {unsentLink !== null && (
                <p className="mt-1 text-sm">
                  <span className="text-caution">Not sent.</span> Link to share:{" "}
                  <code className="select-all break-all font-mono">{unsentLink}</code>{" "}
                  <CopyButton text={unsentLink} subject={`the link for ${email}`} />
                </p>
              )}
            </div>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Withdraw the invitation to ${email}`}
              loading={revoke.isPending && revoke.variables.id === id}
              onClick={() => revoke.mutate({ id })}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Leaves the organization. The account remains, in its own organization. */
function LeaveTeam({ name }: { name: string }) {
  const leave = useMutation(
    useTrpc().team.leave.mutationOptions({
      // The plan can differ, so the page reloads.
      onSuccess: () => location.assign("/settings"),
      onError: (error) => showToast({ message: errorMessage(error), variant: "danger" }),
    }),
  );
  return (
    <Card
      title="Leave the organization"
      description={`You keep your account but lose access to the plan of ${name}.`}
    >
      <ConfirmButton
        variant="outline"
        label="Leave…"
        name={`Leave ${name}`}
        title={`Leave ${name}?`}
        description="You lose its plan immediately. API keys you created stop working, except those the organization keeps. Invitations you sent are cancelled. An owner can invite you again."
        confirm="Leave"
        isBusy={leave.isPending || leave.isSuccess}
        onConfirm={() => leave.mutate()}
      />
    </Card>
  );
}

/** Invites a colleague to the organization by email. */
function InviteForm({ mayInviteOwners }: { mayInviteOwners: boolean }) {
  const trpc = useTrpc();
  const mailIsLogged = useMailIsLogged();
  const queryClient = useQueryClient();
  const invite = useMutation(
    trpc.team.invite.mutationOptions({
      onSuccess: () => refetchChanged(queryClient, { queryKey: trpc.team.get.queryKey() }),
    }),
  );
  return (
    <Card
      title="Invite a colleague"
      description={
        mailIsLogged
          ? "No mail server is configured: share the link yourself. Invitations expire in 14 days."
          : "We send an email with a link that expires in 14 days."
      }
    >
      <InviteFields
        mayInviteOwners={mayInviteOwners}
        isPending={invite.isPending}
        error={invite.error}
        reset={invite.reset}
        invite={invite.mutate}
      />
      <div role="status" className="mt-2 text-md empty:hidden">
        {invite.isSuccess &&
          (invite.data.unsentLink === null ? (
            <p className="text-positive">Invitation sent to {invite.variables.email.trim()}.</p>
          ) : (
            <p className="text-caution">
              The invitation could not be emailed. Share the link below with {invite.variables.email.trim()}.
            </p>
          ))}
      </div>
    </Card>
  );
}

/** Members and invitations of the organization. */
export function TeamSettings() {
  const team = useQuery(useTrpc().team.get.queryOptions());
  const problem = team.error && (
    <ErrorState title="Your team could not be loaded">{errorMessage(team.error)}</ErrorState>
  );
  if (team.data === undefined) return problem ?? <Skeleton className="h-60 w-full" />;
  const { organization, members, invitations, canManage, role } = team.data;
  return (
    <>
      {canManage && <InviteForm mayInviteOwners={role === "owner"} />}
      {problem}
      <TeamMembers organization={organization} members={members} role={role} canManage={canManage} />
      {canManage && <TeamInvitations invitations={invitations} />}
      {organization.scope !== "personal" && <LeaveTeam name={organization.name} />}
    </>
  );
}
