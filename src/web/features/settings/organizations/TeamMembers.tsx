import { useMutation } from "@tanstack/react-query";
import { formatInstant } from "../../../format/formatDate";
import { useTrpc } from "../../../rpc/useTrpc";
import { Badge } from "../../../ui/display/Badge";
import { Card } from "../../../ui/display/Card";
import { ConfirmButton } from "../ConfirmButton";
import { RoleSelect } from "./RoleSelect";
import { roleLabels, type Team, type TeamMember, useTeamChange } from "./teamData";

export type TeamMembersProps = Pick<Team, "organization" | "members" | "role" | "canManage">;

/** The members, with controls to change roles and remove members if permitted. */
export function TeamMembers({ organization, members, role, canManage }: TeamMembersProps) {
  return (
    <Card
      title={organization.name}
      description={
        organization.domain === null
          ? "Members of your organization."
          : `People with an email address at ${organization.domain} can ask to join; an owner or admin approves them.`
      }
      padded={false}
    >
      <ul className="divide-y">
        {members.map((member) => (
          <Member
            key={member.userId}
            member={member}
            isManageable={canManage && (member.role !== "owner" || role === "owner")}
            mayTouchOwners={role === "owner"}
          />
        ))}
      </ul>
    </Card>
  );
}

function Member({
  member,
  isManageable,
  mayTouchOwners,
}: {
  member: TeamMember;
  isManageable: boolean;
  mayTouchOwners: boolean;
}) {
  const trpc = useTrpc();
  const changeRole = useMutation({
    ...trpc.team.changeRole.mutationOptions(useTeamChange("Role updated.")),
    scope: { id: `role of ${member.userId}` },
  });
  const remove = useMutation(
    trpc.team.removeMember.mutationOptions(useTeamChange(`${member.email} removed.`)),
  );
  const name = member.name || member.email;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium text-md">
          <span className="truncate">{name}</span>
          {member.isCaller && (
            <Badge variant="success" size="xs">
              You
            </Badge>
          )}
        </p>
        <p className="truncate text-muted text-sm">
          {member.name ? `${member.email}, joined ` : "Joined "}
          <time dateTime={member.joinedAt}>{formatInstant(member.joinedAt)}</time>
        </p>
      </div>
      {isManageable ? (
        <>
          <RoleSelect
            name={name}
            role={changeRole.isPending ? changeRole.variables.role : member.role}
            mayTouchOwners={mayTouchOwners}
            onChange={(next) => changeRole.mutate({ userId: member.userId, role: next })}
          />
          {!member.isCaller && (
            <ConfirmButton
              label="Remove"
              name={`Remove ${name}`}
              title={`Remove ${name}?`}
              description="They lose access immediately and can return by invitation only. API keys they created stop working, except those the organization keeps. Invitations they sent are cancelled."
              confirm="Remove"
              isBusy={remove.isPending}
              onConfirm={() => remove.mutate({ userId: member.userId })}
            />
          )}
        </>
      ) : (
        <span className="text-md text-muted">{roleLabels[member.role]}</span>
      )}
    </li>
  );
}
