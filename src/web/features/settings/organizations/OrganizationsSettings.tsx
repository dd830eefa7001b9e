import { useMutation, useQuery } from "@tanstack/react-query";
import { formatInstant } from "../../../format/formatDate";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Badge } from "../../../ui/display/Badge";
import { Card } from "../../../ui/display/Card";
import { ErrorState } from "../../../ui/display/ErrorState";
import { Skeleton } from "../../../ui/display/Skeleton";
import { JoinRequests } from "./JoinRequests";
import { type Organizations, useOrganizationsChange, useOtherOrganization } from "./organizationsData";
import { roleLabels } from "./teamData";

/** Invitations of the user, to accept or decline. */
function ReceivedInvitations({ invitations }: Pick<Organizations, "invitations">) {
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

/** The user's organizations, with the current one marked. */
function OwnOrganizations({ organizations }: Pick<Organizations, "organizations">) {
  const change = useMutation(useTrpc().organizations.switch.mutationOptions(useOtherOrganization()));
  return (
    <Card
      title="Your organizations"
      description="Your plan, team and API keys come from the current organization."
      padded={false}
    >
      <ul className="divide-y">
        {organizations.map(({ id, name, role, isCurrent }) => (
          <li
            key={id}
            aria-current={isCurrent ? "true" : undefined}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3"
          >
            <div className="min-w-40 flex-1">
              <p className="break-words font-medium text-md">{name}</p>
              <p className="text-muted text-sm">{roleLabels[role]}</p>
            </div>
            {isCurrent ? (
              <Badge variant="primary">Current</Badge>
            ) : (
              <Button
                size="sm"
                aria-label={`Switch to ${name}`}
                disabled={change.isPending || change.isSuccess}
                loading={change.isPending && change.variables.organizationId === id}
                onClick={() => change.mutate({ organizationId: id })}
              >
                Switch
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const explanations = {
  may_ask: "Owners and admins will see your name and email address and review your request.",
  pending: "Your request is awaiting approval by an owner or admin.",
  declined: "Your request was declined. An owner or admin can still invite you.",
} as const;

/** The organization of the user's email domain, which accepts join requests. */
function DomainOrganization({ domain, state }: NonNullable<Organizations["domainOrganization"]>) {
  const { organizations } = useTrpc();
  const ask = useMutation(
    organizations.requestToJoin.mutationOptions(useOrganizationsChange("Request sent.")),
  );
  const withdraw = useMutation(
    organizations.withdrawRequest.mutationOptions(useOrganizationsChange("Request withdrawn.")),
  );
  return (
    <Card title={`Join ${domain}`} description={explanations[state]}>
      {state === "may_ask" && (
        <Button variant="primary" size="sm" loading={ask.isPending} onClick={() => ask.mutate()}>
          Ask to join
        </Button>
      )}
      {state === "pending" && (
        <Button size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw request
        </Button>
      )}
    </Card>
  );
}

/** The user's organizations, received invitations and join requests. */
export function OrganizationsSettings() {
  const query = useQuery(useTrpc().organizations.get.queryOptions());
  if (query.isError) {
    return (
      <ErrorState title="Your organizations could not be loaded">{errorMessage(query.error)}</ErrorState>
    );
  }
  if (query.isPending) return <Skeleton className="h-60 w-full" />;
  const { organizations, invitations, domainOrganization, requests } = query.data;
  return (
    <>
      <ReceivedInvitations invitations={invitations} />
      <JoinRequests requests={requests} />
      <OwnOrganizations organizations={organizations} />
      {domainOrganization !== null && <DomainOrganization {...domainOrganization} />}
    </>
  );
}
