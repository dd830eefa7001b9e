import { investmentsResource } from "#domain/resources";
import type { MarketStore } from "#stores";
import { commit } from "../../commit";
import { seeingWritten } from "../../ledger/ledgerEditions";
import { rewriteInvestments } from "./storeInvestments";

const { table } = investmentsResource;

/**
 * Updates imported investments by their dates: upcoming ones are live from their first day on, and closed
 * ones are off the list from the day after their last one. Sample investments follow the sample. The data
 * version moves with them.
 * @param today ISO date
 * @returns numbers of opened and closed investments
 */
export async function moveInvestments(
  store: MarketStore,
  { today }: { today: string },
): Promise<{ opened: number; closed: number }> {
  const { written } = await commit(store, { today }, () => openAndClose(store, today));
  return written;
}

async function openAndClose(store: MarketStore, today: string): Promise<{ opened: number; closed: number }> {
  const written = await seeingWritten(store);
  const due = await written.compactRows<[id: number, isOver: boolean]>(
    `SELECT id, ifNull(closes_date < {today:Date32}, false) AS is_over FROM ${table} FINAL
     WHERE NOT is_sample AND (is_over OR (status = 'upcoming' AND opens_date <= {today:Date32}))`,
    { today },
  );
  const closed = due.flatMap(([id, isOver]) => (isOver ? [id] : []));
  const opened = due.flatMap(([id, isOver]) => (isOver ? [] : [id]));
  await rewriteInvestments(store, { opened, gone: closed });
  return { opened: opened.length, closed: closed.length };
}
