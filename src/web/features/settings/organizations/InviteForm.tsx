import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refetchChanged } from "../../../rpc/refetchChanged";
import { useTrpc } from "../../../rpc/useTrpc";
import { Card } from "../../../ui/display/Card";
import { useMailIsLogged } from "../../people/signIn/useMailIsLogged";
import { InviteFields } from "./InviteFields";

/** Invites a colleague to the organization by email. */
export function InviteForm({ mayInviteOwners }: { mayInviteOwners: boolean }) {
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
