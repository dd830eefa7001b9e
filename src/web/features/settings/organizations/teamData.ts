import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import type { MemberRole } from "#domain";

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
