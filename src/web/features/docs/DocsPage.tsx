import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useRouteContext } from "@tanstack/react-router";
import { Play } from "lucide-react";
import type { EndpointReference, EndpointResponse, FieldMeta } from "#domain/api";
import { type Metric, metrics } from "#domain/metrics";
import type { DocsPage as Page } from "#domain/screens";
import { CodeTabs } from "../../charts/CodeTabs";
import { buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { CodeBlock } from "../../ui/display/CodeBlock";
import { Prose } from "../apiTools/Prose";
import { requestOf } from "../apiTools/requestOf";
import { endpointOptions } from "../explorer/explorerQueries";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { PageHeader } from "../shell/PageHeader";
import { sampleOptions } from "./loadDocs";

const CURSORS =
  " Instead of `page`, send `after` with `next` from a response, or `before` with its `previous`: equally fast at any depth, and no rows are missed or repeated as new ones arrive.";

/** Describes the parts of an endpoint's `query`. */
function queryParts({
  kind,
  meta,
  groupBy,
}: Pick<EndpointReference, "kind" | "meta" | "groupBy">): { name: string; doc: string }[] {
  const { limits, default_sort: sort, has_cursors: hasCursors } = meta;
  const isSeries = kind === "series";
  return [
    {
      name: "filter",
      doc: isSeries
        ? "Conditions, in groups of `and` and `or`. One on `measure_slug` or `measure_id` is required; `date` narrows the days."
        : `Conditions, in groups of \`and\` and \`or\`: up to ${limits.filter_leaves}, nested up to ${limits.filter_depth} levels.`,
    },
    ...(isSeries
      ? [{ name: "sort", doc: "`{field, direction}`, by `value`, `id` or `date`. Default: `value`, `desc`." }]
      : [
          {
            name: "sort",
            doc:
              kind === "rows"
                ? `\`{field, direction}\`. Default: \`${sort.field}\`, \`${sort.direction}\`.`
                : "`{field, direction}`.",
          },
        ]),
    {
      name: "pagination",
      doc: `\`{page, perPage}\`. Default ${limits.default_per_page} per page, at most ${limits.max_per_page} with every field, more with fewer fields.${kind === "rows" && hasCursors ? CURSORS : ""}`,
    },
    ...(kind === "rows"
      ? []
      : [
          {
            name: "aggregate",
            doc: `\`{groupBy${isSeries ? ", aggregateFunction, interval, mode" : ""}, groupLimit}\`.${groupBy === null ? "" : ` Default grouping: \`${groupBy}\`.`}`,
          },
        ]),
    ...(isSeries ? [] : [{ name: "fields", doc: "The fields and metrics to return. Default: all." }]),
    ...(kind === "rows" ? [{ name: "search", doc: "Words to find in names, tickers and slugs." }] : []),
  ];
}

/** The error statuses of the data API, as in docs/api.md. */
const apiErrors: readonly { status: string; when: string }[] = [
  { status: "400", when: "The query is invalid. `errors` gives each location and what was expected." },
  { status: "401", when: "The key is missing, unknown, revoked or expired." },
  { status: "403", when: "The key's plan, policies, endpoints or actions do not include the request." },
  { status: "404", when: "No such entity or path." },
  { status: "405", when: "The method is not `GET`, `HEAD` or `OPTIONS`." },
  { status: "413, 414, 431", when: "The body, URL or headers are too long. The message names the limit." },
  { status: "422", when: "The query exceeds the memory limit. Request less." },
  {
    status: "429",
    when: "Too many requests, too much database time, or the monthly row limit is reached. Retry after `Retry-After` seconds.",
  },
  { status: "500", when: "An internal error. The log has details under `requestId`." },
  {
    status: "503",
    when: "The queue is full, or a database is unavailable. Retry after `Retry-After` seconds.",
  },
  { status: "504", when: "The query exceeds the time limit. Request less." },
];

/** The documentation of an endpoint, generated from the endpoint's own description. */
export function DocsPage({ page }: { page: Page }) {
  const { trpc, site } = useRouteContext({ from: "__root__" });
  const endpoint = useSuspenseQuery(endpointOptions(trpc, page.endpoint)).data;
  const sample = useSuspenseQuery(sampleOptions(trpc, page.endpoint)).data;
  const request = requestOf(endpoint, { origin: site.origin, query: endpoint.example });
  return (
    <>
      <PageHeader
        title={endpoint.title}
        description={<Prose text={endpoint.doc} />}
        actions={
          <>
            <Link to="/docs" className={buttonClass()}>
              All endpoints
            </Link>
            <Link to={page.explorer} className={buttonClass({ variant: "primary" })}>
              <Play aria-hidden="true" className="size-3.5" />
              Try it
            </Link>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <Card title="Request">
          <p className="break-all rounded-md bg-sunken px-3 py-2 font-mono text-sm">GET {request.url}</p>
          <p className="mt-3 text-md text-muted">
            Send your key as <code className="font-mono text-sm">Authorization: Bearer KEY</code>.{" "}
            <code className="font-mono text-sm">query</code> is URL-encoded JSON;{" "}
            <code className="font-mono text-sm">format</code> asks for a file:{" "}
            {endpoint.meta.formats.join(", ")}. With it, <Code>delivery=link</Code> returns a signed link,
            whose download can be resumed.
          </p>
          <Parts endpoint={endpoint} />
        </Card>
        {page.name === "measures" && (
          <Card title="Metrics" padded={false}>
            <SmallTable
              caption="Metrics"
              columns={metricColumns}
              rows={metrics}
              rowKey={({ slug }) => slug}
              perColumn={9}
            />
          </Card>
        )}
        <Card title="Code">
          <CodeTabs request={request} />
        </Card>
        <Sample sample={sample} />
        <Card title="Fields" padded={false}>
          <SmallTable
            caption={`Fields of ${endpoint.title}`}
            columns={fieldColumns}
            rows={endpoint.filterFields}
            rowKey={({ name }) => name}
            perColumn={9}
          />
        </Card>
        {endpoint.groupBys.length > 0 && (
          <Card title="Groupings">
            <p className="break-words font-mono text-sm">{endpoint.groupBys.join(", ")}</p>
          </Card>
        )}
        {endpoint.also.length > 0 && (
          <Card title="At the same path" padded={false}>
            <SmallTable
              caption="At the same path"
              columns={[
                { name: "path", header: "Path", cell: ({ path }) => <Code>{path}</Code> },
                { name: "doc", header: "Returns", flexible: true, cell: ({ doc }) => <Prose text={doc} /> },
              ]}
              rows={endpoint.also}
              rowKey={({ path }) => path}
            />
          </Card>
        )}
        <Card title="Errors" padded={false}>
          <SmallTable
            caption="Errors"
            columns={[
              { name: "status", header: "Status", cell: ({ status }) => status },
              { name: "when", header: "When", flexible: true, cell: ({ when }) => <Prose text={when} /> },
            ]}
            rows={apiErrors}
            rowKey={({ status }) => status}
          />
        </Card>
      </div>
    </>
  );
}

const Code = ({ children }: { children: string }) => (
  <code className="break-all font-mono text-sm">{children}</code>
);

const Parts = ({ endpoint }: { endpoint: EndpointReference }) => (
  <dl className="mt-3 grid gap-x-4 gap-y-2 text-md sm:grid-cols-[8rem_1fr]">
    {queryParts(endpoint).map(({ name, doc }) => (
      <div key={name} className="contents">
        <dt>
          <Code>{name}</Code>
        </dt>
        <dd className="text-muted">
          <Prose text={doc} />
        </dd>
      </div>
    ))}
  </dl>
);

const metricColumns: readonly SmallColumn<Metric>[] = [
  {
    name: "name",
    header: "Metric",
    cell: ({ name, slug }) => (
      // Target of links from the search.
      <span id={slug} className="scroll-mt-topbar">
        {name}
        <span className="block">
          <Code>{slug}</Code>
        </span>
      </span>
    ),
  },
  { name: "doc", header: "Meaning", flexible: true, cell: ({ doc }) => doc },
  { name: "formula", header: "Formula", flexible: true, cell: ({ formula }) => formula },
];

const fieldColumns: readonly SmallColumn<FieldMeta>[] = [
  { name: "name", header: "Field", cell: ({ name }) => <Code>{name}</Code> },
  {
    name: "type",
    header: "Type",
    cell: ({ type, unit }) => (unit === null ? type : `${type} (${unit})`),
  },
  {
    name: "doc",
    header: "Meaning",
    flexible: true,
    cell: ({ doc, values, operators }) => (
      <>
        <Prose text={doc} />
        {values !== null && values.length <= SHOWN_VALUES && <> Values: {values.join(", ")}.</>}
        {operators.length > 0 && (
          <span className="block text-muted text-sm">Operators: {operators.join(", ")}</span>
        )}
      </>
    ),
  },
];
const SHOWN_VALUES = 12;

const Sample = ({ sample }: { sample: EndpointResponse | null }) => (
  <Card title="Sample response" description="Live data from this installation.">
    {sample === null ? (
      <p className="text-md text-muted">This data is not public. Try it with an account that includes it.</p>
    ) : (
      <CodeBlock
        label="JSON of the sample response"
        code={JSON.stringify(sample.body, null, 2)}
        className="max-h-96 rounded-md bg-sunken p-3"
      />
    )}
  </Card>
);
