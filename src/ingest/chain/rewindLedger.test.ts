/** Days of figures are those of UTC, whatever the time zone of the engine is. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { indexCatalog } from "#domain/resources";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { registerContracts } from "./ledgerStore";
import { rewindLedger } from "./rewindLedger";

const TIME_ZONE = process.env.TZ;
const ADDRESS = `0x${"1".repeat(40)}`;
const catalog = catalogOf({
  networks: [network(1, "one", { chain_id: 1 })],
  assets: [asset(1, "aaa")],
  tokens: [token(1, "aaa", "one", { address: ADDRESS, decimals: 18 })],
});

let test: TestStore;
beforeAll(async () => {
  // Before the engine is loaded, which reads it once.
  process.env.TZ = "Asia/Tokyo";
  test = await openTestStore();
});
afterAll(async () => {
  await test.close();
  process.env.TZ = TIME_ZONE;
});

it("deletes the figures of the day in which the last kept block is", async () => {
  const [contract] = await registerContracts(test.store, { networkId: 1, addresses: [ADDRESS] });
  const range = (from: number, to: number, lastTime: string) => ({
    ...{ contract_id: contract?.id, from_block: from, to_block: to, last_time: lastTime },
    ...{ transfers: 0, digest: "", other_events: 0, last_hash: "", endpoint: "", read_at: 0, version: 1 },
  });
  await test.store.insert("ledger_coverage", [
    range(0, 9, "2025-01-02 20:00:00"),
    range(10, 19, "2025-01-03 20:00:00"),
  ]);
  await test.store.run(
    "INSERT INTO ledger_daily (contract_id, day) SELECT {id:UInt32}, toDate('2025-01-01') + number FROM numbers(3)",
    { id: contract?.id ?? 0 },
  );
  const selection = {
    catalog: indexCatalog(catalog),
    endpoints: new Map([["one", []]]),
    assets: "all" as const,
  };
  const [rewound] = await rewindLedger(test.store, { ...selection, token: null, block: 15n });
  expect(rewound?.from).toBe(10n);
  expect(await test.store.rows("SELECT toString(day) AS day FROM ledger_daily ORDER BY day")).toEqual([
    { day: "2025-01-01" },
  ]);
});
