import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { schemaWords } from "#domain/query";
import { type AgentTool, agentTools, type CallApi } from "./agentTools";

/** Parts of a query that the API itself validates, since its errors name them by path. */
const validatedByApi: ReadonlySet<string> = new Set([
  "filter",
  "sort",
  "pagination",
  "aggregate",
  "fields",
  "search",
]);

/** The JSON schema of an input. */
const described = (input: z.ZodObject) => ({
  ...z.toJSONSchema(input, {
    target: "draft-7",
    io: "input",
    override: ({ jsonSchema }) => {
      // `readOnly` of lists is irrelevant to clients.
      delete jsonSchema.readOnly;
      if (jsonSchema.enum?.includes("asc")) jsonSchema.enum = jsonSchema.enum.filter((one) => one !== "");
    },
  }),
  type: "object" as const,
});

/** Validation of an input before the API is called. */
const checked = ({ shape }: z.ZodObject) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(shape).map(([name, part]) => [
        name,
        validatedByApi.has(name) ? z.unknown().optional() : part,
      ]),
    ),
  );

const tools = new Map(
  agentTools.map((tool) => [
    tool.name,
    {
      tool,
      takes: checked(tool.input),
      offered: {
        name: tool.name,
        title: tool.title,
        description: tool.description,
        inputSchema: described(tool.input),
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
    },
  ]),
);

const problem = ({ input }: AgentTool, issue: z.core.$ZodIssue): string =>
  issue.code === "unrecognized_keys"
    ? `${issue.keys.join(", ")}: no such argument; use ${Object.keys(input.shape).join(", ")}`
    : `${issue.path.join(".")}: ${issue.message}`;

async function run(callApi: CallApi, name: string, given: unknown): Promise<unknown> {
  const found = tools.get(name);
  if (found === undefined)
    throw new Error(`There is no tool "${name}"; use ${[...tools.keys()].join(", ")}.`);
  const { tool, takes } = found;
  const parsed = takes.safeParse(given ?? {}, { error: schemaWords });
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => problem(tool, issue)).join("\n"));
  return tool.run(callApi, parsed.data);
}

/**
 * The Model Context Protocol server. Its tools are generated from the endpoint list, and each calls the API. Tool errors have
 * the API's messages, so that an agent can correct its query.
 */
export function createMcpServer(callApi: CallApi): Server {
  const server = new Server(
    { name: "cadastre", version: "4" },
    {
      capabilities: { tools: {} },
      instructions:
        "Tokenized real-world assets: catalog, metrics, time series and data provenance. Search for slugs first. Unknown values are null, never 0; figures marked is_sample are sample data.",
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map(({ offered }) => offered),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      const result = await run(callApi, params.name, params.arguments);
      return { content: [{ type: "text", text: JSON.stringify(result) }] };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { isError: true, content: [{ type: "text", text }] };
    }
  });
  return server;
}
