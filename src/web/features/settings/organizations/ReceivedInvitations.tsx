import { useMutation } from "@tanstack/react-query";
import { formatInstant } from "../../../format/formatDate";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Card } from "../../../ui/display/Card";
import { type Organizations, useOrganizationsChange, useOtherOrganization } from "./organizationsData";
import { roleLabels } from "./teamData";

/** Invitations of the user, to accept or decline. */
export function ReceivedInvitations({ invitations }: Pick<Organizations, "invitations">) {
  const trpc = useTrpc();
  const accept = useMutation(trpc.organizations.acceptInvitation.mutationOptions(useOtherOrganization()));
  const decline = useMutation(
    trpc.organizations.declineInvitation.mutationOptions(useOrganizationsChange("Invitation declined.")),
  );
  if (invitations.length === 0) return null;
  const isBusy = accept.isPending || accept.isSuccess || decline.isPending;
  return (
    <Card
      title="Invitations to you"
      description="Members of an organization can see your name and email address."
      padded={false}
    >
      <ul className="divide-y">
        {invitations.map(({ id, organizationName, role, invitedBy, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
            <div className="min-w-52 flex-1">
              <p className="break-words font-medium text-md">{organizationName}</p>
              <p className="break-words text-muted text-sm">
                {roleLabels[role]}, invited by {invitedBy}. Expires{" "}
                <time dateTime={expiresAt}>{formatInstant(expiresAt)}</time>
              </p>
            </div>
            <div className="flex gap-2">
              <Button
                variant="primary"
                size="sm"
                aria-label={`Accept the invitation to ${organizationName}`}
                disabled={isBusy}
                loading={accept.isPending && accept.variables.id === id}
                onClick={() => accept.mutate({ id })}
              >
                Accept
              </Button>
              <Button
                size="sm"
                aria-label={`Decline the invitation to ${organizationName}`}
                disabled={isBusy}
                loading={decline.isPending && decline.variables.id === id}
                onClick={() => decline.mutate({ id })}
              >
                Decline
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
