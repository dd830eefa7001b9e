import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useRouteContext } from "@tanstack/react-router";
import { Play } from "lucide-react";
import {
  type EndpointReference,
  type EndpointResponse,
  type FieldMeta,
  type Metric,
  metrics,
  type DocsPage as Page,
} from "#domain";
import { CodeTabs } from "../../charts/CodeTabs";
import { buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { CodeBlock } from "../../ui/display/CodeBlock";
import { Prose } from "../apiTools/Prose";
import { requestOf } from "../apiTools/requestOf";
import { endpointOptions } from "../explorer/explorerQueries";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { PageHeader } from "../shell/PageHeader";
import { apiErrors } from "./apiErrors";
import { queryParts } from "./queryParts";
import { sampleOptions } from "./sampleOptions";

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
