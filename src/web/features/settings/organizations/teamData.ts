import { useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import type { MemberRole } from "#domain/people";
import { afterChange } from "../../../rpc/afterChange";
import { refetchChanged } from "../../../rpc/refetchChanged";
import { useTrpc } from "../../../rpc/useTrpc";

/** Callbacks of a change of the team: refetches the list. */
export function useTeamChange(done: string) {
  const queryClient = useQueryClient();
  const queryKey = useTrpc().team.get.queryKey();
  return afterChange(() => refetchChanged(queryClient, { queryKey }), done);
}

export type Team = inferRouterOutputs<AppRouter>["team"]["get"];
export type TeamMember = Team["members"][number];
export type TeamInvitation = Team["invitations"][number];

export const roleLabels: Readonly<Record<MemberRole, string>> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
};

/** Roles that a member can grant, as options. Only owners can grant the owner role. */
export const roleOptions = (mayTouchOwners: boolean): { value: MemberRole; label: string }[] =>
  (["member", "admin", "owner"] as const)
    .filter((role) => mayTouchOwners || role !== "owner")
    .map((value) => ({ value, label: roleLabels[value] }));
