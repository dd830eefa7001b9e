import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useRouteContext } from "@tanstack/react-router";
import type { ListedEndpoint } from "#domain/api";
import { docsPages } from "#domain/screens";
import { None } from "../../format/Unknown";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Tabs } from "../../ui/controls/Tabs";
import { Card } from "../../ui/display/Card";
import { CodeBlock } from "../../ui/display/CodeBlock";
import { Prose } from "../apiTools/Prose";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { PageHeader } from "../shell/PageHeader";

const install = {
  python: "pip install ./clients/python",
  typescript: "cd clients/typescript && npm run build && npm pack",
} as const;

const python = (origin: string) => `import os
from cadastre_client import Cadastre

cadastre = Cadastre("${origin}", os.environ["CADASTRE_API_KEY"])
for asset in cadastre.assets.rows({"fields": ["name", "bridged_token_value_dollar"]}):
    print(asset["name"], asset["bridged_token_value_dollar"]["val"])`;

const typescript = (origin: string) => `import { Cadastre } from "@cadastre/client";

const cadastre = new Cadastre({ baseUrl: "${origin}", key: process.env.CADASTRE_API_KEY ?? "" });
for await (const asset of cadastre.rows("assets", { fields: ["name", "bridged_token_value_dollar"] })) {
  console.log(asset.name, asset.bridged_token_value_dollar.val);
}`;

/** The clients of the data API: source, installation and an example program. */
function ClientsCard() {
  const { site } = useRouteContext({ from: "__root__" });
  const tabs = [
    { value: "python", label: "Python", install: install.python, code: python(site.origin) },
    { value: "typescript", label: "TypeScript", install: install.typescript, code: typescript(site.origin) },
  ];
  return (
    <Card title="Clients">
      <p className="mb-3 text-md">
        Typed clients for Python (3.11 or later) and TypeScript (Node 20 or later, Deno, Bun, browsers) follow
        pages, stream files and wait when rate-limited. Both are in the source repository, under{" "}
        <code className="font-mono text-sm">clients</code>, and have no dependencies.
      </p>
      <Tabs
        label="Client"
        tabs={tabs.map(({ value, label, install, code }) => ({
          value,
          label,
          content: (
            <div className="flex flex-col gap-3">
              <CodeBlock label={`Install the ${label} client`} code={install} />
              <CodeBlock label={`${label} client`} code={code} />
            </div>
          ),
        }))}
      />
    </Card>
  );
}

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
