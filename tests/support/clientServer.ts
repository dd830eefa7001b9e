import { serve } from "@hono/node-server";
import { createApiKey } from "#accounts";
import { createRestApi } from "#api";
import { openPeopleStore } from "#stores";
import { freePort } from "./freePort";
import { openSampleMarket } from "./sampleMarket";

/** A data API on sample data, at an address, for the clients that are tested as another project has them. */
export async function openClientServer() {
  const world = await openSampleMarket({ perClass: 3, days: 40 });
  const people = await openPeopleStore({ url: null, folder: "memory://" });
  const { key } = await createApiKey(people, { name: "client", requestsPerMinute: 1_000_000 });
  const api = createRestApi({ market: world.market, people, workMsPerMinute: Number.MAX_SAFE_INTEGER });
  /** Answers to be given before the API gives its own. */
  const before: (() => Response)[] = [];
  const asked: URL[] = [];
  const port = await freePort();
  const fetch = (request: Request) => {
    asked.push(new URL(request.url));
    return before.shift()?.() ?? api.fetch(request);
  };
  const server = serve({ fetch, port, hostname: "127.0.0.1" });
  return {
    environment: { CADASTRE: `http://127.0.0.1:${port}`, KEY: key },
    before,
    asked,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await world.close();
      await people.close();
    },
  };
}

export type ClientServer = Awaited<ReturnType<typeof openClientServer>>;
