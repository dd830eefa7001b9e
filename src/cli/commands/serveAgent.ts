import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createApiCaller, createMcpServer } from "#api";

/** Serves the Model Context Protocol over standard input and output until the input ends. */
export async function serveAgent({ url, key }: { url: string; key: string }): Promise<void> {
  const ask = createApiCaller((address, init) => fetch(address, init), {
    baseUrl: url,
    authorization: `Bearer ${key}`,
  });
  await createMcpServer(ask).connect(new StdioServerTransport());
}
