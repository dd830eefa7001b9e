import { useMutation } from "@tanstack/react-query";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { InviteFields } from "../settings/organizations/InviteFields";
import { roleLabels } from "../settings/organizations/teamData";
import { Moment } from "./Facts";
import { type OrganizationFile, useAdministration } from "./useAdministration";

/** Pending invitations of an organization, and a form to invite others in the administrator's name. */
export function OrganizationInvitations({ file }: { file: OrganizationFile }) {
  const { administration } = useTrpc();
  const { id: organizationId, invitations, unsentLink } = file;
  const invite = useMutation(administration.invite.mutationOptions(useAdministration("Invitation sent.")));
  const revoke = useMutation(
    administration.revokeInvitation.mutationOptions(useAdministration("Invitation withdrawn.")),
  );
  return (
    <Card
      title="Invitations"
      description={
        unsentLink === null
          ? "Invitations are emailed and expire in 14 days."
          : "No mail server is configured: share the link yourself. Invitations expire in 14 days."
      }
    >
      {invitations.length > 0 && (
        <ul className="mb-4 divide-y border-b">
          {invitations.map((invitation) => (
            <li key={invitation.id} className="flex flex-wrap items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium text-md">{invitation.email}</p>
                <p className="text-muted text-sm">
                  {roleLabels[invitation.role]}, expires <Moment at={invitation.expiresAt} />
                </p>
                {unsentLink !== null && <code className="break-all font-mono text-sm">{unsentLink}</code>}
              </div>
              <Button
                size="sm"
                aria-label={`Withdraw the invitation to ${invitation.email}`}
                loading={revoke.isPending && revoke.variables.id === invitation.id}
                onClick={() => revoke.mutate({ organizationId, id: invitation.id })}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      )}
      <InviteFields
        mayInviteOwners
        isPending={invite.isPending}
        error={invite.error}
        reset={invite.reset}
        invite={(invited, then) => invite.mutate({ organizationId, ...invited }, then)}
      />
    </Card>
  );
}
