/** Declares a stored observation wrong, and takes that back. */
import { z } from "zod";
import type { Catalog } from "#domain/catalog";
import { ConflictError, InvalidError, NotFoundError } from "#domain/errors";
import { metricById } from "#domain/metrics";
import { quoted } from "#domain/text";
import { storedProvider, UNNAMED_PROVIDER } from "#domain/vocabulary";
import type { MarketStore, StatementReader } from "#stores";
import { commit } from "../commit";
import type { DeriveProgress } from "../derive/deriveDailyMetrics";
import { type AppliedMarks, applyMarks } from "../observations/setAside";
import {
  readMarks,
  readValues,
  type StoredValue,
  type ValueMark,
  writeMarks,
} from "../observations/valueMarks";
import { nextRowVersion } from "../rowVersion";
import { createEntityResolver } from "../staging/entityResolver";
import { metricIdOf, requireDay } from "../undo/selectForUndo";

export const REASON_LENGTH = 500;

export const valueRequestSchema = z.object({
  /** Name of an asset or token. */
  entity: z.string().min(1).max(1_000),
  metric: z.string().min(1).max(200),
  /** `YYYY-MM-DD`. */
  date: z.string().max(40),
  /** Name of the reporting source; null if only one reports this figure. */
  source: z.string().max(60).nullable().default(null),
});

export type ValueRequest = z.output<typeof valueRequestSchema>;

export const reasonSchema = z
  .string()
  .trim()
  .min(1, "must say why the figure is wrong")
  .max(REASON_LENGTH)
  .refine((text) => !/[\p{Cc}\p{Bidi_Control}]/u.test(text), "must be one line of plain text");

/**
 * The stored observation that a request means.
 * @throws InvalidError for a name; NotFoundError; ConflictError if several sources report the figure, or it is marked
 */
export async function findValue(
  store: StatementReader,
  catalog: Catalog,
  { entity: name, metric, date, source }: ValueRequest,
): Promise<StoredValue> {
  const entity = createEntityResolver(catalog).resolve(name);
  if (!entity.ok) throw new InvalidError(`Cannot select ${quoted(name)}: ${entity.reason}.`);
  const metricId = metricIdOf(metric);
  requireDay(date);
  const providers = await store.compactRows<[string]>(
    `SELECT DISTINCT provider FROM observations
      WHERE asset_id = {asset:UInt32} AND token_id = {listing:UInt32} AND metric_id = {metric:UInt32}
        AND date = {date:Date32} AND NOT is_sample ORDER BY provider`,
    { asset: entity.value.assetId, listing: entity.value.listingId, metric: metricId, date },
  );
  const key = { ...entity.value, metricId, date };
  const keys = providers.map(([provider]) => ({ ...key, provider }));
  const found = new Map((await readValues(store, keys)).map((one) => [one.provider, one]));
  const values = keys.flatMap(({ provider }) => found.get(provider) ?? []);
  const slug = metricById(metricId)?.slug ?? metric;
  const figure = `${slug} of ${name} on ${date}`;
  const reported =
    source === null ? values : values.filter(({ provider }) => provider === storedProvider(source));
  const [value, ...others] = reported;
  if (value === undefined) {
    const marks = await readMarks(
      store,
      "asset_id = {asset:UInt32} AND token_id = {listing:UInt32} AND metric_id = {metric:UInt32} AND date = {date:Date32} AND is_set_aside",
      { asset: entity.value.assetId, listing: entity.value.listingId, metric: metricId, date },
    );
    const marked = marks.find(({ provider }) => source === null || provider === storedProvider(source));
    if (marked !== undefined)
      throw new ConflictError(`${figure} is marked as wrong already: mark ${marked.id}, ${marked.reason}`);
    const by = source === null ? "" : ` from the source ${quoted(source)}`;
    const sources = values.map(({ provider }) => sourceName(provider));
    const hint = sources.length === 0 ? "" : ` Sources that reported it: ${sources.join(", ")}.`;
    throw new NotFoundError(
      `No reported value is stored as ${figure}${by}.${hint} Sample, carried and computed figures are not reported values.`,
    );
  }
  if (others.length > 0) {
    throw new ConflictError(
      `${reported.length} sources report ${figure}. Name one: ${reported.map(({ provider, value: one }) => `${sourceName(provider)} (${one})`).join(", ")}.`,
    );
  }
  return value;
}

export const sourceName = (provider: string): string => (provider === "" ? UNNAMED_PROVIDER : provider);

export interface Supersession {
  stored: StoredValue;
  reason: string;
  /** A user's id, or `operator (alice)` for a command. */
  actor: string;
  /** How readers see who marked it. */
  signature: string;
  today: string;
  onDerive?: (progress: DeriveProgress) => void;
}

/** Marks an observation as wrong and derives its asset without it. */
export async function supersedeValue(
  store: MarketStore,
  { stored, reason, actor, signature, today, onDerive }: Supersession,
): Promise<{ mark: ValueMark; applied: AppliedMarks }> {
  const { version, sourceId, ...value } = stored;
  const { written } = await commit(store, { today, onDerive }, async () => {
    const mark: ValueMark = {
      ...value,
      id: await nextRowVersion(store),
      reason,
      markedBy: actor,
      signature,
      markedAt: new Date().toISOString(),
      liftedBy: null,
      liftedAt: null,
      isSetAside: false,
      sourceId,
      observed: version,
    };
    await writeMarks(store, [mark]);
    return { mark, applied: await applyMarks(store) };
  });
  return written;
}

/**
 * Lifts a mark: its observation counts again, unless its source has reported another value since or was taken back.
 * @throws NotFoundError; ConflictError if it was lifted before
 */
export async function restoreValue(
  store: MarketStore,
  {
    id,
    actor,
    today,
    onDerive,
  }: { id: number; actor: string; today: string; onDerive?: (progress: DeriveProgress) => void },
): Promise<{ mark: ValueMark; isServedAgain: boolean }> {
  const [mark] = await readMarks(store, "id = {id:UInt64}", { id });
  if (mark === undefined) throw new NotFoundError(`There is no mark ${id}.`);
  if (mark.liftedAt !== null) {
    throw new ConflictError(`The mark ${id} was lifted on ${mark.liftedAt.slice(0, 10)}.`);
  }
  await commit(store, { today, onDerive }, async () => {
    await writeMarks(store, [{ ...mark, liftedBy: actor, liftedAt: new Date().toISOString() }]);
    await applyMarks(store);
  });
  const [stored] = await readValues(store, [mark]);
  return { mark, isServedAgain: stored?.value === mark.value };
}
