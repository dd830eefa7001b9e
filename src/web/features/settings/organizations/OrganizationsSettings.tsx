import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { ErrorState } from "../../../ui/display/ErrorState";
import { Skeleton } from "../../../ui/display/Skeleton";
import { DomainOrganization } from "./DomainOrganization";
import { JoinRequests } from "./JoinRequests";
import { OwnOrganizations } from "./OwnOrganizations";
import { ReceivedInvitations } from "./ReceivedInvitations";

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
