import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { openDownloadStore } from "#market";
import { openPeopleStore } from "#stores";
import { freePort } from "./freePort";
import { openSampleMarket } from "./sampleMarket";

/** A data API on sample data, at a URL, for clients tested as another project would use them. */
export async function openClientServer() {
  const world = await openSampleMarket({ perClass: 1, also: ["usdt"], days: 40 });
  const people = await openPeopleStore({ url: null, folder: "memory://" });
  const { key } = await createApiKey(people, { name: "client", requestsPerMinute: 1_000_000 });
  const folder = await mkdtemp(path.join(tmpdir(), "client-server-"));
  const store = await openDownloadStore({ folder });
  const api = createRestApi({
    market: world.market,
    people,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
    // A public address that the clients do not use.
    downloads: { store, secret: "secret", baseUrl: "https://data.example" },
  });
  /** Responses sent before those of the API. */
  const before: (() => Response)[] = [];
  const requested: URL[] = [];
  /** Bytes after which the connections of the next downloads break. */
  const breaks: number[] = [];
  /** Keys sent with requests for linked files. */
  const linkKeys: (string | null)[] = [];
  const port = await freePort();
  const fetch = async (request: Request) => {
    const url = new URL(request.url);
    requested.push(url);
    const answer = before.shift()?.() ?? (await api.fetch(request));
    const isLink = url.pathname.startsWith("/export/download/");
    if (isLink) linkKeys.push(request.headers.get("authorization"));
    const length = isLink ? breaks.shift() : undefined;
    return length === undefined ? answer : broken(answer, length);
  };
  const server = serve({ fetch, port, hostname: "127.0.0.1" });
  return {
    environment: { CADASTRE: `http://127.0.0.1:${port}`, KEY: key },
    before,
    requested,
    breaks,
    linkKeys,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await store.close();
      await rm(folder, { recursive: true, force: true });
      await world.close();
      await people.close();
    },
  };
}

/** A response whose connection breaks. */
function broken(answer: Response, length: number): Response {
  const reader = answer.body?.getReader();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined || sent >= length) {
        await reader?.cancel();
        controller.error(new Error("A connection that breaks."));
        return;
      }
      controller.enqueue(value.subarray(0, length - sent));
      sent += value.length;
    },
  });
  return new Response(body, { status: answer.status, headers: answer.headers });
}

export type ClientServer = Awaited<ReturnType<typeof openClientServer>>;
