import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, Minus } from "lucide-react";
import { hasScreen, planFeatures, planOf, planTypes } from "#domain";
import { formatInstant } from "../../format/formatDate";
import { errorInWords } from "../../rpc/errorInWords";
import { useTrpc } from "../../rpc/useTrpc";
import { Badge } from "../../ui/Badge";
import { buttonClass } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ErrorState } from "../../ui/ErrorState";
import { Skeleton } from "../../ui/Skeleton";
import { tableClass } from "../../ui/tableClass";

const SALES_PAGE: string = "/platform-overview";

/** What the plan includes, how much of it is used, and how to change it. */
export function PlanSettings() {
  const plan = useQuery(useTrpc().plan.get.queryOptions());
  const hasSalesPage = hasScreen(SALES_PAGE);
  if (plan.isError) {
    return <ErrorState title="Your plan could not be loaded">{errorInWords(plan.error)}</ErrorState>;
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
          {data.includes.map(({ flag, label, included }) => (
            <li key={flag} className="flex items-center gap-2 text-md">
              <Included yes={included} />
              <span className={included ? undefined : "text-muted"}>{label}</span>
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
          hasSalesPage && (
            <Link to={SALES_PAGE} className={buttonClass({ size: "sm" })}>
              Data &amp; API platform
            </Link>
          )
        }
        footer="To change your plan, contact the site administrator. Changes apply immediately to everyone in the organization."
      >
        <PlanTable current={data.plan.type} />
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

const Amount = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt className="text-muted text-sm">{label}</dt>
    <dd className="font-semibold text-xl">{value.toLocaleString("en-US")}</dd>
  </div>
);

const Included = ({ yes }: { yes: boolean }) => (
  <>
    {yes ? (
      <Check aria-hidden="true" className="size-4 shrink-0 text-positive" />
    ) : (
      <Minus aria-hidden="true" className="size-4 shrink-0 text-faint" />
    )}
    <span className="sr-only">{yes ? "Included:" : "Not included:"}</span>
  </>
);

/** Trials are their plans for a time, so they need no rows of their own. */
function PlanTable({ current }: { current: string }) {
  const lasting = planTypes.map(planOf).filter((plan) => plan.endsAs === null);
  return (
    <section className="table-fit" aria-label="Plan comparison">
      <table className={tableClass({ columns: planFeatures.length + 2 })}>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            {planFeatures.map(({ flag, label }) => (
              <th key={flag} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" className="figure">
              Requests per minute
            </th>
          </tr>
        </thead>
        <tbody>
          {lasting.map((plan) => (
            <tr key={plan.type} aria-current={plan.type === current ? "true" : undefined}>
              <th scope="row">
                {plan.label}{" "}
                {plan.type === current && (
                  <Badge variant="primary" size="xs">
                    Current
                  </Badge>
                )}
              </th>
              {planFeatures.map(({ flag, label }) => (
                <td key={flag} data-label={label}>
                  <Included yes={plan.turnsOn.some((on) => on === flag)} />
                </td>
              ))}
              <td data-label="Requests per minute" className="figure main">
                {plan.requestsPerMinute}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
