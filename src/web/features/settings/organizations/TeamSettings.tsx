import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { ErrorState } from "../../../ui/display/ErrorState";
import { Skeleton } from "../../../ui/display/Skeleton";
import { InviteForm } from "./InviteForm";
import { LeaveTeam } from "./LeaveTeam";
import { TeamInvitations } from "./TeamInvitations";
import { TeamMembers } from "./TeamMembers";

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
