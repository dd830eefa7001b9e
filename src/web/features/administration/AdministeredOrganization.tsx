import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { planOf } from "#domain/people";
import { None } from "../../format/Unknown";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ConfirmButton } from "../settings/ConfirmButton";
import { InviteFields } from "../settings/organizations/InviteFields";
import { roleLabels } from "../settings/organizations/teamData";
import { PageHeader } from "../shell/PageHeader";
import { Facts, Moment } from "./Facts";
import { FlagList } from "./FlagList";
import { History } from "./History";
import { IssuedKeys } from "./IssuedKeys";
import { OrganizationMembers } from "./OrganizationMembers";
import { OrganizationPlan } from "./OrganizationPlan";
import { type OrganizationFile, useAdministration } from "./useAdministration";

/** Pending invitations of an organization, and a form to invite others in the administrator's name. */
function OrganizationInvitations({ file }: { file: OrganizationFile }) {
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

const kinds: Readonly<Record<OrganizationFile["scope"], string>> = {
  personal: "Personal",
  domain: "Email domain",
  team: "Team",
};

/** An organization as administrators see and edit it. */
export function AdministeredOrganization() {
  const { organizationId = "" } = useParams({ strict: false });
  const file = useSuspenseQuery(useTrpc().administration.organization.queryOptions({ organizationId })).data;
  const { id, name, domain, scope, createdAt, suspendedAt, plan } = file;
  return (
    <>
      <PageHeader
        title={name}
        badges={
          <>
            <Badge>{planOf(plan.counts).label}</Badge>
            {suspendedAt !== null && <Badge variant="danger">Suspended</Badge>}
          </>
        }
        actions={<Suspend file={file} />}
      />
      <div className="flex flex-col gap-4">
        <Card title="Organization">
          <Facts
            facts={[
              ["Kind", kinds[scope]],
              ["Email domain", domain ?? <None key="domain" />],
              ["Members", file.members.length.toLocaleString("en-US")],
              ["Created", <Moment key="created" at={createdAt} />],
              ["Suspended", <Moment key="suspended" at={suspendedAt} />],
              [
                "Id",
                <code key="id" className="font-mono text-sm">
                  {id}
                </code>,
              ],
            ]}
          />
        </Card>
        <OrganizationPlan key={`${plan.set} ${plan.trialEndsAt}`} file={file} />
        <OrganizationMembers file={file} />
        <OrganizationInvitations file={file} />
        <FlagList kind="organization" subject={id} features={file.features} />
        <IssuedKeys keys={file.apiKeys} />
        <Usage usage={file.usage} />
        <History subject={id} />
      </div>
    </>
  );
}

const Usage = ({ usage }: Pick<OrganizationFile, "usage">) => (
  <Card title="API requests by month" padded={false}>
    {usage.length === 0 && <EmptyState title="No requests yet" />}
    <dl className="divide-y">
      {usage.map(({ month, requests }) => (
        <div key={month} className="flex justify-between gap-4 px-4 py-2 text-md">
          <dt>{month}</dt>
          <dd className="tabular-nums">{requests.toLocaleString("en-US")}</dd>
        </div>
      ))}
    </dl>
  </Card>
);

function Suspend({ file: { id: organizationId, name, suspendedAt } }: { file: OrganizationFile }) {
  const isSuspended = suspendedAt !== null;
  const suspend = useMutation(
    useTrpc().administration.suspendOrganization.mutationOptions(
      useAdministration(isSuspended ? "Organization restored." : "Organization suspended."),
    ),
  );
  return (
    <ConfirmButton
      label={isSuspended ? "Restore" : "Suspend"}
      name={`${isSuspended ? "Restore" : "Suspend"} ${name}`}
      title={`${isSuspended ? "Restore" : "Suspend"} ${name}?`}
      description={
        isSuspended
          ? "Its plan applies again and its API keys work again."
          : "Its API keys stop working and its members have the features of the Free plan. Nothing is deleted."
      }
      confirm={isSuspended ? "Restore" : "Suspend"}
      isBusy={suspend.isPending}
      onConfirm={() => suspend.mutate({ organizationId, isSuspended: !isSuspended })}
    />
  );
}
