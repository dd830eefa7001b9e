import { planFeatures, planOf, planTypes } from "#domain";
import { None } from "../../format/Unknown";
import { Badge } from "../../ui/display/Badge";
import { tableClass } from "../../ui/styles/tableClass";
import { Included } from "./Included";

export interface PlanTableProps {
  /** The reader's own plan; null where it makes no difference. */
  current: string | null;
}

/** Trials are their plans for a time, so they need no rows of their own. */
export function PlanTable({ current }: PlanTableProps) {
  const lasting = planTypes.map(planOf).filter((plan) => plan.endsAs === null);
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
                  <Included yes={plan.turnsOn.some((on) => on === flag)} />
                </td>
              ))}
              <td data-label="Requests per minute" className="figure main">
                {plan.turnsOn.some((on) => on === "enable-api-keys") ? plan.requestsPerMinute : <None />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
