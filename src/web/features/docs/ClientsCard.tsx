import { useRouteContext } from "@tanstack/react-router";
import { Tabs } from "../../ui/controls/Tabs";
import { Card } from "../../ui/display/Card";
import { CodeBlock } from "../../ui/display/CodeBlock";

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
export function ClientsCard() {
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
