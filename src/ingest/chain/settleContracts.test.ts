/** Figures of new days, computed from those of the days before, for holders who pause for months. */
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { plainLedger } from "../../../tests/support/plainLedger";
import type { ChainTransfer } from "../../../tests/support/testChain";
import { zeroAddress } from "../../../tests/support/tokenContract";
import { settleContracts } from "./settleContracts";
import { TRANSFER_COLUMNS, transferLine } from "./transferLogs";

const DAY = 86_400;
const START = Date.UTC(2025, 0, 1) / 1_000;
const DAYS = 150;
const contract = "0x1";

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

/** Sixty holders, of whom about twelve are active in a month; the largest pause most. One block a day. */
function randomTransfers(seed: number): ChainTransfer[] {
  const random = mersenne(seed);
  const draw = (most: number) => uniformInt(random, 0, most - 1);
  const holders = Array.from({ length: 60 }, (_, index) => `0x${String(index + 1).padStart(40, "a")}`);
  const balances = new Map<string, bigint>();
  return Array.from({ length: DAYS }, (_, day) => {
    const active = holders.filter((_, index) => (index * 7 + Math.floor(day / 20)) % 5 === 0);
    return Array.from({ length: draw(6) }, (): ChainTransfer => {
      const [from = zeroAddress, to = zeroAddress] = [
        active[draw(active.length)],
        active[draw(active.length)],
      ];
      const balance = balances.get(from) ?? 0n;
      const isMint = balance === 0n || draw(5) === 0;
      const value = isMint
        ? BigInt(draw(1_000)) * 10n ** BigInt(15 + draw(9))
        : (balance * BigInt(draw(101))) / 100n;
      const transfer = isMint
        ? { from: zeroAddress, to: from, value }
        : { from, to: draw(6) === 0 ? zeroAddress : to, value };
      if (transfer.from !== zeroAddress)
        balances.set(transfer.from, (balances.get(transfer.from) ?? 0n) - value);
      if (transfer.to !== zeroAddress) balances.set(transfer.to, (balances.get(transfer.to) ?? 0n) + value);
      return { contract, block: day + 1, time: START + day * DAY + 60, ...transfer };
    });
  }).flat();
}

async function storeTransfers(contractId: number, transfers: readonly ChainTransfer[]): Promise<void> {
  const lines = transfers.map(({ block, time, from, to, value }, logIndex) => {
    const log = {
      contract,
      block: BigInt(block),
      logIndex,
      time,
      blockHash: "",
      transaction: `0x${"0".repeat(64)}`,
    };
    const hex = { from: from.slice(2), to: to.slice(2), value: value.toString(16).padStart(64, "0") };
    return `${contractId}\t${transferLine({ ...log, ...hex }, time)}`;
  });
  await test.store.insertTabSeparated("ledger_transfers", TRANSFER_COLUMNS, lines.join(""));
}

const dateOf = (day: number) => new Date((START + day * DAY) * 1_000).toISOString().slice(0, 10);

it("computes days one by one, in groups and together with equal results", { timeout: 120_000 }, async () => {
  const seed = Number(process.env.SEED ?? Date.now());
  const transfers = randomTransfers(seed);
  const lastDay = dateOf(DAYS - 1);
  const expected = plainLedger(transfers, { lastDay, decimals: 18 });
  const groups = { one: 1, week: 7, quarter: 91, together: DAYS };
  for (const [index, [name, size]] of Object.entries(groups).entries()) {
    const id = index + 1;
    await storeTransfers(id, transfers);
    for (let from = size === 1 ? 100 : 0; from < DAYS; from += size) {
      // The first hundred days together: each run takes a tenth of a second.
      const isFirst = from === 0 || (size === 1 && from === 100);
      const end = Math.min(from + size, DAYS) - 1;
      const since = isFirst ? null : dateOf(from);
      await settleContracts(test.store, [
        { id, lastDay: dateOf(end), decimals: 18, since, fromBlock: BigInt(isFirst ? 0 : from) },
      ]);
    }
    const rows = await test.store.rows(
      `SELECT day, transfers, volume, mints, burns, supply, holders, active_1, active_7, active_30, top_1, top_5, top_10, squares
        FROM ledger_daily FINAL WHERE contract_id = {id:UInt32} ORDER BY day`,
      { id },
    );
    expect(rows, `${name}, SEED=${seed}`).toEqual(expected);
  }
});
