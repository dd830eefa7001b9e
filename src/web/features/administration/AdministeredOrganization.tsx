import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { planOf } from "#domain";
import { None } from "../../format/Unknown";
import { useTrpc } from "../../rpc/useTrpc";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ConfirmButton } from "../settings/ConfirmButton";
import { PageHeader } from "../shell/PageHeader";
import { Facts, Moment } from "./Facts";
import { FlagList } from "./FlagList";
import { History } from "./History";
import { IssuedKeys } from "./IssuedKeys";
import { OrganizationInvitations } from "./OrganizationInvitations";
import { OrganizationMembers } from "./OrganizationMembers";
import { OrganizationPlan } from "./OrganizationPlan";
import { type OrganizationFile, useAdministration } from "./useAdministration";

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
