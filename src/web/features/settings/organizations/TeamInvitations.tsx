import { useMutation } from "@tanstack/react-query";
import { formatInstant } from "../../../format/formatDate";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Card } from "../../../ui/display/Card";
import { CopyButton } from "../../asset/CopyButton";
import { roleLabels, type TeamInvitation } from "./teamData";
import { useTeamChange } from "./useTeamChange";

/** Pending invitations. */
export function TeamInvitations({ invitations }: { invitations: readonly TeamInvitation[] }) {
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
