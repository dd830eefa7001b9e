import { investmentsResource } from "#domain";
import type { MarketStore } from "#stores";
import { announceDataVersion, moveAnnouncedVersion } from "../../dataVersion";
import { nextRowVersion } from "../../rowVersion";

const { table } = investmentsResource;

/**
 * Has imported investments follow their dates: what was upcoming is live from its first day on, and what closed is off
 * the list from the day after its last one. Sample investments follow the sample. The data version moves with them.
 * @param today ISO date
 */
export async function moveInvestments(
  store: MarketStore,
  { today }: { today: string },
): Promise<{ opened: number; closed: number }> {
  const isOver = "NOT is_sample AND closes_date < {today:Date32}";
  const hasOpened = `NOT is_sample AND status = 'upcoming' AND opens_date <= {today:Date32} AND NOT ifNull(${isOver}, 0)`;
  const [due] = await store.rows<{ opened: string; closed: string }>(
    `SELECT countIf(${hasOpened}) AS opened, countIf(${isOver}) AS closed FROM ${table} FINAL`,
    { today },
  );
  const [opened, closed] = [Number(due?.opened), Number(due?.closed)];
  if (opened > 0 || closed > 0) await announceDataVersion(store);
  if (opened > 0) {
    await store.run(
      `INSERT INTO ${table} SELECT * REPLACE ('live' AS status, {version:UInt64} AS version)
       FROM (SELECT * FROM ${table} FINAL WHERE ${hasOpened})`,
      { today, version: await nextRowVersion(store) },
    );
  }
  if (closed > 0) await store.run(`DELETE FROM ${table} WHERE ${isOver}`, { today });
  // Also what was announced by one that ended half-way.
  await moveAnnouncedVersion(store);
  return { opened, closed };
}
