import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import { tableClass } from "../../ui/styles/popupClass";
import { pageLink } from "../shell/followPageLinks";

type Answer = inferRouterOutputs<AppRouter>["access"]["explain"];

const policyPath = (id: number) => `/admin/api_access_policies/${id}`;
const columns = ["Policy", "Effect", "Role", "Assigned to", "Applies"];

/** The deciding reason, the terms of access to the resource, and every applicable policy. */
export function AccessDecision({ answer: { reason, decidedBy, policies, terms } }: { answer: Answer }) {
  /** The terms of access; without one, its meaning. */
  const facts: [label: string, term: string][] = [
    ["Rows", terms.rows === null ? "All" : JSON.stringify(terms.rows)],
    ["Hidden fields and metrics", terms.hidden.join(", ") || "None"],
    ["Days of history", terms.historyDays?.toLocaleString("en-US") ?? "All"],
    ["Requests per minute", terms.requestsPerMinute?.toLocaleString("en-US") ?? "Plan limit"],
    ["Rows per month", terms.rowsPerMonth?.toLocaleString("en-US") ?? "No limit"],
  ];
  return (
    <div className="flex flex-col gap-4">
      <p className="text-md">
        {reason}{" "}
        {decidedBy !== null && (
          <a href={policyPath(decidedBy.id)} className={`${pageLink} underline`}>
            Open the policy
          </a>
        )}
      </p>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="break-words text-md">{value}</dd>
          </div>
        ))}
      </dl>
      {policies.length === 0 ? (
        <p className="text-md text-muted">No policies apply: the plan decides.</p>
      ) : (
        <section aria-label="Applicable policies" className="table-fit">
          <table className={tableClass({ columns: columns.length })}>
            <caption className="sr-only">Applicable policies</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {policies.map(({ id, name, effect, role, through, isConcerned }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={policyPath(id)} className={pageLink}>
                      {name}
                    </a>
                  </th>
                  {[effect, role, through, isConcerned ? "Yes" : "No"].map((value, index) => (
                    <td key={columns[index + 1]} data-label={columns[index + 1]}>
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
