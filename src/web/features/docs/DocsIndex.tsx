import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { docsPages, type ListedEndpoint } from "#domain";
import { None } from "../../format/Unknown";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { Prose } from "../apiTools/Prose";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { PageHeader } from "../shell/PageHeader";
import { ClientsCard } from "./ClientsCard";

const byEndpoint = new Map(docsPages.map((page) => [page.endpoint, page]));

/** Endpoints with the same response as another. */
const sameAs: Readonly<Record<string, string>> = {
  "/assets/aggregates/timeseries": "/asset_timeseries",
  "/tokens/aggregates/timeseries": "/token_timeseries",
  "/protocols": "/platforms",
  "/metrics": "/measures",
};
const pageOf = (path: string) => byEndpoint.get(sameAs[path] ?? path);

const linked =
  "inline-block min-h-6 content-center whitespace-nowrap font-mono text-sm text-accent hover:underline";

const columns: readonly SmallColumn<ListedEndpoint>[] = [
  {
    name: "path",
    header: "Endpoint",
    cell: ({ path }) => {
      const page = pageOf(path);
      return page === undefined ? (
        <code className="whitespace-nowrap font-mono text-sm">{path}</code>
      ) : (
        <Link to={page.path} className={linked}>
          {path}
        </Link>
      );
    },
  },
  {
    name: "title",
    header: "Returns",
    flexible: true,
    cell: ({ title, doc }) => (
      <>
        {title}
        <span className="block text-muted text-sm">
          <Prose text={doc} />
        </span>
      </>
    ),
  },
  { name: "key", header: "Key", cell: ({ needsKey }) => (needsKey ? "Yes" : "No") },
  {
    name: "try",
    header: "Explorer",
    cell: ({ path, title }) => {
      const page = pageOf(path);
      return page === undefined ? (
        <None />
      ) : (
        <Link
          to={page.explorer}
          className="inline-block min-h-6 content-center text-accent hover:underline"
          aria-label={`Try it: ${title}`}
        >
          Try it
        </Link>
      );
    },
  },
];

/** Every endpoint of the data API, with an introduction. */
export function DocsIndex() {
  const endpoints = useSuspenseQuery(useTrpc().reference.list.queryOptions()).data;
  // Endpoints below the path of a list are documented on its page.
  const shown = endpoints.filter(({ path }) => !/\/(\{id\}|meta)$/.test(path));
  return (
    <>
      <PageHeader
        title="API Documentation"
        description="Every figure on this site over HTTP: read-only JSON and files, with one query language for all endpoints."
        actions={
          <a href="/api/v4/openapi.json" className={buttonClass()}>
            OpenAPI description
          </a>
        }
      />
      <div className="flex flex-col gap-4">
        <Card title="Start">
          <ol className="flex list-decimal flex-col gap-1 pl-5 text-md">
            <li>
              <Link to="/tools/api/api-keys" className="text-accent underline">
                Create a key
              </Link>
              . It is shown once.
            </li>
            <li>
              Send it as <code className="font-mono text-sm">Authorization: Bearer KEY</code> to an endpoint
              under <code className="font-mono text-sm">/api/v4</code>.
            </li>
            <li>
              Shape the response with <code className="font-mono text-sm">query</code>: filters, sorting,
              pages, groupings and fields, as JSON.
            </li>
          </ol>
        </Card>
        <ClientsCard />
        <Card title="Endpoints" padded={false}>
          <SmallTable
            caption="Endpoints"
            columns={columns}
            rows={shown}
            rowKey={({ path }) => path}
            perColumn={9}
          />
        </Card>
      </div>
    </>
  );
}
