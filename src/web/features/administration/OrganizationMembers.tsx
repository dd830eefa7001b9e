import { useMutation } from "@tanstack/react-query";
import clsx from "clsx";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ConfirmButton } from "../settings/ConfirmButton";
import { RoleSelect } from "../settings/organizations/RoleSelect";
import { pageLink } from "../shell/followPageLinks";
import { Moment } from "./Facts";
import { type OrganizationFile, useAdministration } from "./useAdministration";

/** The members of an organization. Administrators can change their roles and remove them. */
export const OrganizationMembers = ({ file: { id, members } }: { file: OrganizationFile }) => (
  <Card title="Members" padded={false}>
    {members.length === 0 && <EmptyState title="No members" />}
    <ul className="divide-y">
      {members.map((member) => (
        <Member key={member.userId} organizationId={id} {...member} />
      ))}
    </ul>
  </Card>
);

type MemberProps = OrganizationFile["members"][number] & { organizationId: string };

function Member({ organizationId, userId, name, email, role, joinedAt }: MemberProps) {
  const { administration } = useTrpc();
  const changeRole = useMutation({
    ...administration.changeMemberRole.mutationOptions(useAdministration("Role updated.")),
    scope: { id: `role of ${userId} in ${organizationId}` },
  });
  const remove = useMutation(
    administration.removeMember.mutationOptions(useAdministration(`${email} removed.`)),
  );
  const called = name || email;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-52 flex-1">
        <p className="font-medium text-md">
          <a href={`/admin/users/${userId}`} className={clsx(pageLink, "block truncate")}>
            {called}
          </a>
        </p>
        <p className="truncate text-muted text-sm">
          {name ? `${email}, joined ` : "Joined "}
          <Moment at={joinedAt} />
        </p>
      </div>
      <RoleSelect
        name={called}
        role={changeRole.isPending ? changeRole.variables.role : role}
        mayTouchOwners
        onChange={(next) => changeRole.mutate({ organizationId, userId, role: next })}
      />
      <ConfirmButton
        label="Remove"
        name={`Remove ${called}`}
        title={`Remove ${called}?`}
        description="They lose access immediately and can return by invitation only. API keys they created stop working, except those the organization keeps. Invitations they sent are cancelled."
        confirm="Remove"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ organizationId, userId })}
      />
    </li>
  );
}
