import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type AskApi, agentTools } from "./agentTools";

/**
 * The server of the Model Context Protocol: its tools are those of the endpoint list, and each asks the API. An error
 * answer of the API is the tool's, in the same words, so that an agent can mend its query.
 */
export function createMcpServer(ask: AskApi): McpServer {
  const server = new McpServer(
    { name: "cadastre", version: "4" },
    {
      instructions:
        "Tokenized real-world assets: catalog, metrics, time series and data provenance. Search for slugs first. Unknown values are null, never 0; figures marked is_sample are sample data.",
    },
  );
  for (const { name, title, description, input, run } of agentTools) {
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input.shape,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async (given: Record<string, unknown>) => {
        try {
          return { content: [{ type: "text", text: JSON.stringify(await run(ask, given)) }] };
        } catch (error) {
          const text = error instanceof Error ? error.message : String(error);
          return { isError: true, content: [{ type: "text", text }] };
        }
      },
    );
  }
  return server;
}
