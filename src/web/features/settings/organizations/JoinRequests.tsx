import { useMutation } from "@tanstack/react-query";
import { formatInstant } from "../../../format/formatDate";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Card } from "../../../ui/display/Card";
import { type Organizations, useOrganizationsChange } from "./organizationsData";

/** Join requests of colleagues, for owners and admins to accept or decline. */
export function JoinRequests({ requests }: Pick<Organizations, "requests">) {
  if (requests.length === 0) return null;
  return (
    <Card
      title="Requests to join"
      description="Accept only people you know. They will see other members and the names of API keys."
      padded={false}
    >
      <ul className="divide-y">
        {requests.map((request) => (
          <JoinRequest key={request.id} {...request} />
        ))}
      </ul>
    </Card>
  );
}

function JoinRequest({
  id,
  organizationId,
  organizationName,
  name,
  email,
  createdAt,
}: Organizations["requests"][number]) {
  const answer = useMutation(
    useTrpc().organizations.answerRequest.mutationOptions(
      useOrganizationsChange(({ accept }: { accept: boolean }) =>
        accept ? "Request accepted." : "Request declined.",
      ),
    ),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-52 flex-1">
        <p className="break-words font-medium text-md">{name ? `${name}, ${email}` : email}</p>
        <p className="break-words text-muted text-sm">
          Asked to join {organizationName} on <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
        </p>
      </div>
      <div className="flex gap-2">
        {[true, false].map((accept) => (
          <Button
            key={String(accept)}
            variant={accept ? "primary" : "outline"}
            size="sm"
            aria-label={`${accept ? "Accept" : "Decline"} ${email}`}
            disabled={answer.isPending}
            loading={answer.isPending && answer.variables.accept === accept}
            onClick={() => answer.mutate({ organizationId, id, accept })}
          >
            {accept ? "Accept" : "Decline"}
          </Button>
        ))}
      </div>
    </li>
  );
}
