/**
 * Access that ends during a streamed download, over two processes of an installation: both processes reject all later
 * requests. A download of a revoked key breaks off; one with changed policies completes with the rows that it started
 * with.
 */
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey, revokeApiKey } from "#accounts/apiKeys";
import { setFeatureOverride } from "#accounts/features";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { createMarket } from "#market";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { addLedgerRows } from "../support/ledgerRows";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";
import { assignPolicies, firm } from "../support/policyHolders";
import { POSTGRES_MISSING, postgresBinaries, startPostgres } from "../support/postgres";

/** Several times more than are read from the engine at once. */
const LOANS = 60_000;
const FIRST = 100_000_000;

const absent = postgresBinaries() === null;

describe.skipIf(absent)(`access that ends during a download${absent ? ` (${POSTGRES_MISSING})` : ""}`, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let world: MarketWorld;
  /** One per process. */
  let stores: readonly [PeopleStore, PeopleStore];
  let apis: readonly ReturnType<typeof createRestApi>[];
  /** Number of statements run for readers. */
  let statements = 0;

  beforeAll(async () => {
    [server, world] = [await startPostgres(), await openMarketWorld()];
    await addLedgerRows(world.store);
    await world.store.run(
      `INSERT INTO loans SELECT * EXCEPT (number) REPLACE (toUInt32(${FIRST} + number) AS id, if(number % 2 = 0, 'even', 'odd') AS name)
       FROM loans CROSS JOIN numbers(${LOANS}) AS n`,
    );
    const open = () => openPeopleStore({ url: server.url, folder: "" });
    stores = [await open(), await open()];
    const { visitors } = world.store;
    const counting = {
      ...visitors,
      bytes: (...parameters: Parameters<typeof visitors.bytes>) => {
        statements += 1;
        return visitors.bytes(...parameters);
      },
      within: (conditions: Parameters<typeof visitors.within>[0]) => {
        const narrowed = visitors.within(conditions);
        return {
          ...narrowed,
          bytes: (...parameters: Parameters<typeof visitors.bytes>) => {
            statements += 1;
            return narrowed.bytes(...parameters);
          },
        };
      },
    };
    apis = stores.map((people) =>
      createRestApi({
        market: createMarket({ store: { visitors: counting }, dataVersion: () => 1 }),
        people,
        limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
      }),
    );
  });
  afterAll(async () => {
    for (const store of stores ?? []) await store.close();
    await world?.close();
    await server?.stop();
  });

  /** A key that reads loans by a role only, and every second row. */
  async function holder() {
    const [people] = stores;
    const organizationId = await firm(people);
    await setFeatureOverride(people, {
      kind: "organization",
      subject: organizationId,
      flag: "enable-experimental-features",
      value: false,
      actor: "test",
    });
    const rowFilter = JSON.stringify({ operator: "equals", field: "name", value: "even" });
    const roleId = await assignPolicies(people, { organizationId }, [{ resources: ["loans"], rowFilter }]);
    const { id, key } = await createApiKey(people, { name: "k", organizationId, requestsPerMinute: 100_000 });
    return { id, key, roleId };
  }
  const ask = async (process: number, key: string, path = "/loans?format=csv") => {
    const answer = await apis[process]?.request(`/api/v4${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (answer === undefined) throw new Error(`There is no process ${process}`);
    return answer;
  };
  const statusAt = async (process: number, key: string) => {
    const answer = await ask(process, key, "/loans?format=json");
    await answer.body?.cancel();
    return answer.status;
  };

  /** Ends access during a download and checks that both processes notice. */
  async function endDuring(
    end: (holder: { id: number; roleId: number }) => Promise<unknown>,
    status: number,
  ) {
    const { key, ...whose } = await holder();
    for (const process of [0, 1]) expect(await statusAt(process, key)).toBe(200);
    statements = 0;
    const download = await ask(0, key);
    expect(download.status).toBe(200);
    const reader = download.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? "";
    const before = statements;
    await end(whose);
    // At the process that was not notified, and at the one that streams.
    for (const process of [1, 0]) await expect.poll(() => statusAt(process, key)).toBe(status);
    const rest = async () => {
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
        text += part.value;
      // The engine had not returned all of it when the access ended.
      expect(statements).toBeGreaterThan(before);
      return text;
    };
    return { rest };
  }

  it("of a key that is revoked", async () => {
    const { rest } = await endDuring(({ id }) => revokeApiKey(stores[1], id), 401);
    await expect(rest()).rejects.toThrow("Invalid API key");
  });

  // As NDJSON, the rows are more than the buffers of a connection hold.
  it("of a key whose client has stopped reading", async () => {
    const listener = getRequestListener(
      (request, env) => apis[0]?.fetch(request, env) ?? new Response(null, { status: 500 }),
    );
    const site = createServer(listener);
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const { id, key } = await holder();
    const client = connect((site.address() as AddressInfo).port, "127.0.0.1");
    try {
      client.on("error", () => {});
      client.write(
        `GET /api/v4/loans?format=ndjson HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`,
      );
      const head = await new Promise<string>((resolve) =>
        client.once("data", (bytes) => {
          client.pause();
          resolve(bytes.toString("latin1"));
        }),
      );
      expect(head).toMatch(/^HTTP\/1.1 200 /);
      await revokeApiKey(stores[1], id);
      const connections = () =>
        new Promise<number>((resolve) => site.getConnections((_, count) => resolve(count)));
      await expect.poll(connections, { timeout: 2_000 }).toBe(0);
    } finally {
      client.destroy();
      site.close();
    }
  });

  it("of a revoked role", async () => {
    const { apiAccessOrgRoles: roles } = peopleTables;
    const { rest } = await endDuring(
      ({ roleId }) => stores[1].db.delete(roles).where(eq(roles.roleId, roleId)),
      403,
    );
    const text = await rest();
    const [names, ...rows] = text.trimEnd().split("\n");
    expect(names).toMatch(/^"id",/);
    expect(rows).toHaveLength(LOANS / 2);
    expect(rows.every((row) => row.includes('"even"'))).toBe(true);
  });
});
