import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { formatInstant } from "../../format/formatDate";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { Included } from "../plans/Included";
import { PlanTable } from "../plans/PlanTable";

/** The plan, its usage, and how to change it. */
export function PlanSettings() {
  const plan = useQuery(useTrpc().plan.get.queryOptions());
  if (plan.isError) {
    return <ErrorState title="Your plan could not be loaded">{errorMessage(plan.error)}</ErrorState>;
  }
  if (plan.isPending) return <Skeleton className="h-60 w-full" />;
  const { data } = plan;
  return (
    <>
      <Card
        title={`${data.plan.label} plan`}
        description={data.organization === null ? undefined : `Organization: ${data.organization.name}`}
        actions={
          data.trialEndsAt !== null && data.endedTrial === null && <Badge variant="primary">Trial</Badge>
        }
      >
        <p className="text-md">{data.plan.doc}</p>
        <Trial {...data} />
        <ul className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {data.includes.map(({ flag, label, included, inPlan, openToEveryone }) => (
            <li key={flag} className="flex items-center gap-2 text-md">
              <Included yes={included} />
              <span className={included ? undefined : "text-muted"}>
                {label}
                {included && !inPlan && (
                  <span className="text-muted">
                    {openToEveryone ? " · open to everyone" : " · enabled for you"}
                  </span>
                )}
                {!included && inPlan && (
                  <span className="text-muted"> · turned off by the administrator</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Usage">
        <dl className="grid gap-4 sm:grid-cols-2">
          <Amount label="Members" value={data.usage.members} />
          <Amount label="API keys" value={data.usage.apiKeys} />
          <Amount label="API requests per minute per key" value={data.usage.requestsPerMinute} />
          <Amount label="API requests this month" value={data.usage.apiRequestsThisMonth} />
        </dl>
      </Card>
      <Card
        title="All plans"
        padded={false}
        actions={
          <Link to="/platform-overview" className={buttonClass({ size: "sm" })}>
            Data &amp; API platform
          </Link>
        }
        footer="To change your plan, contact the site administrator. Changes apply immediately to everyone in the organization."
      >
        <PlanTable
          current={data.plan.type}
          open={data.includes.flatMap(({ flag, openToEveryone }) => (openToEveryone ? [flag] : []))}
        />
      </Card>
    </>
  );
}

function Trial({
  trialEndsAt,
  endsAs,
  endedTrial,
}: {
  trialEndsAt: string | null;
  endsAs: string | null;
  endedTrial: string | null;
}) {
  if (trialEndsAt === null) return null;
  const end = <time dateTime={trialEndsAt}>{formatInstant(trialEndsAt)}</time>;
  return (
    <p className="mt-2 rounded-md bg-accent-soft px-3 py-2 text-accent-strong text-md">
      {endedTrial === null ? (
        <>
          The trial ends on {end}, then the plan changes to {endsAs ?? "Free"}.
        </>
      ) : (
        <>
          The {endedTrial} ended on {end}.
        </>
      )}
    </p>
  );
}

const Amount = ({ label, value }: { label: string; value: number | null }) => (
  <div>
    <dt className="text-muted text-sm">{label}</dt>
    <dd className="font-semibold text-xl">{value?.toLocaleString("en-US") ?? "Not included"}</dd>
  </div>
);
