import { type Plan, planFeatures, planOf } from "#domain/people";
import { type FeatureFlag, planTypes } from "#domain/vocabulary";
import { None } from "../../format/Unknown";
import { Badge } from "../../ui/display/Badge";
import { tableClass } from "../../ui/styles/popupClass";
import { Included } from "./Included";

export interface PlanTableProps {
  /** The reader's own plan; null without one. */
  current: string | null;
  /** Features that are open to everyone, on every plan. */
  open: readonly FeatureFlag[];
}

/** Trials are temporary plans, so they have no rows. */
export function PlanTable({ current, open }: PlanTableProps) {
  const lasting = planTypes.map(planOf).filter((plan) => plan.endsAs === null);
  const includes = (plan: Plan, flag: FeatureFlag) =>
    open.includes(flag) || plan.includedFlags.includes(flag);
  return (
    <section className="table-fit" aria-label="Table: Plan comparison">
      <table className={tableClass({ columns: planFeatures.length + 2 })}>
        <caption className="sr-only">Plan comparison</caption>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            {planFeatures.map(({ flag, label }) => (
              <th key={flag} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" className="figure main">
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
                  <Included yes={includes(plan, flag)} />
                </td>
              ))}
              <td data-label="Requests per minute" className="figure main">
                {includes(plan, "enable-api-keys") ? plan.requestsPerMinute : <None />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open.length > 0 && (
        <p className="px-4 py-2 text-muted text-sm">
          Open to everyone on this site, whatever the plan:{" "}
          {planFeatures
            .filter(({ flag }) => open.includes(flag))
            .map(({ label }) => label)
            .join(", ")}
          .
        </p>
      )}
    </section>
  );
}
