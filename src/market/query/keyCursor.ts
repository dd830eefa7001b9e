/**
 * Cursors of lists that are paged by key: a position next to a row, encoded as the values by which the row is
 * sorted. Rows added or removed elsewhere do not move it, and the cost of a page does not depend on its
 * depth.
 */
import { z } from "zod";
import { cursorEnds, invalidAt, type PageCursor } from "#domain/query";
import { fieldByName, type Resource } from "#domain/resources";
import type { SqlBinder } from "../sql/sqlBinder";
import type { CompiledSort, SortKey } from "./compileSort";

/** A value by which a row is sorted, as encoded in a cursor. */
export type KeyValue = string | number | boolean | null;

const cursorSchema = z.tuple([
  z.string(),
  z.enum(["asc", "desc"]),
  z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
]);

type Sorting = CompiledSort & { resource: Pick<Resource, "fields"> };

/** A field has one name in cursors, under any alias in the sort. */
const sortName = ({ sort, resource }: Sorting) => fieldByName(resource, sort.field)?.name ?? sort.field;

/** The cursor next to a row, from the values of `cursorColumns`. */
export const writeCursor = (sorting: Sorting, values: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([sortName(sorting), sorting.sort.direction, values])).toString("base64url");

/** The columns needed for the cursor next to a row. */
export const cursorColumns = (keys: readonly SortKey[]): string[] =>
  keys.map(({ sql, type }) => (type === "datetime" ? `toUnixTimestamp(${sql})` : sql));

/** The rows on one side of a cursor. */
export interface CursorPosition {
  side: PageCursor["side"];
  where: string;
  /** Whether it includes all rows. */
  isEnd: boolean;
  /** The condition on the first key alone, after its SQL: `>= 5`. Null without one. */
  first: string | null;
}

/**
 * The rows on the requested side of a cursor. The condition bounds the first key separately, so that the
 * engine skips earlier rows if the table has that order.
 * @throws InvalidError for an invalid cursor, or one of another sort
 */
export function cursorCondition(
  { side, text }: PageCursor,
  sorting: Sorting,
  binder: SqlBinder,
): CursorPosition {
  if (text === cursorEnds[side]) return { side, where: "1", isEnd: true, first: null };
  const path = `pagination.${side}`;
  const read = cursorSchema.safeParse(parsed(text));
  const ofAnswer = side === "after" ? "next" : "previous";
  const noCursor = `must be "${ofAnswer}" from a response, or "${cursorEnds[side]}"`;
  if (!read.success) throw invalidAt(path, noCursor);
  const [field, direction, values] = read.data;
  if (field !== sortName(sorting) || direction !== sorting.sort.direction) {
    const [own, requested] = [`${field} ${direction}`, `${sorting.sort.field} ${sorting.sort.direction}`];
    throw invalidAt(path, `was issued for the sort ${own}, not ${requested}; start again without it`);
  }
  const places = sorting.keys.map((key, at) => placeOf(key, values[at], binder));
  if (values.length !== places.length || places.includes(undefined)) throw invalidAt(path, noCursor);
  const where = sorting.keys.reduceRight(
    (rest, key, at) => beyond({ key, place: places[at] ?? null, side, rest }),
    "0",
  );
  const [place] = places;
  const isUp = sorting.keys[0]?.direction === "asc" ? side === "after" : side === "before";
  return { side, where, isEnd: false, first: place == null ? null : `${isUp ? ">=" : "<="} ${place}` };
}

/**
 * By the values of a row for the first keys: `where` selects the rows from the first with these values on,
 * `alike` those with all of them.
 */
export function rowsFrom(
  keys: readonly SortKey[],
  values: readonly KeyValue[],
  binder: SqlBinder,
): { where: string; alike: string } {
  const known = keys.slice(0, values.length);
  const places = known.map((key, at) => placeOf(key, values[at], binder) ?? null);
  const placed = known.map((key, at) => ({ key, place: places[at] ?? null }));
  return {
    where: placed.reduceRight((rest, one) => beyond({ ...one, side: "after", rest }), "1"),
    alike: placed
      .map(({ key: { sql }, place }) => (place === null ? `isNull(${sql})` : `${sql} = ${place}`))
      .join(" AND "),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
}

/**
 * A value of a cursor, bound as its key is compared; null for an unknown value, undefined for one of the
 * wrong type.
 */
export function placeOf(
  key: SortKey,
  value: KeyValue | undefined,
  binder: SqlBinder,
): string | null | undefined {
  if (value === null) return key.nullable ? null : undefined;
  switch (key.type) {
    case "number":
      // By bits: the engine can read a decimal as the adjacent double, which would lose or repeat the row.
      return typeof value === "number"
        ? `reinterpretAsFloat64(${binder.bind("UInt64", bitsOf(value))})`
        : undefined;
    case "id":
      return isWhole(value) ? binder.bind("UInt32", value) : undefined;
    case "datetime":
      return isWhole(value) ? `toDateTime(${binder.bind("UInt32", value)}, 'UTC')` : undefined;
    case "date":
      return z.iso.date().safeParse(value).success ? binder.bind("Date32", value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? binder.bind("Bool", value) : undefined;
    default:
      return typeof value === "string" ? binder.bind("String", value) : undefined;
  }
}

const isWhole = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffff_ffff;

const bitsOf = (value: number): bigint => {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  return bytes.getBigUint64(0);
};

interface Beyond {
  key: SortKey;
  place: string | null;
  side: PageCursor["side"];
  /** Condition of the further keys on rows that are equal in this one. */
  rest: string;
}

/** Rows after a position by a key, or equal in it and after it by the rest. Unknown values are last. */
function beyond({ key: { sql, nullable, direction }, place, side, rest }: Beyond): string {
  if (place === null) {
    return side === "after" ? `(isNull(${sql}) AND ${rest})` : `(isNotNull(${sql}) OR ${rest})`;
  }
  const symbol = (direction === "asc") === (side === "after") ? ">" : "<";
  const unknown = nullable && side === "after" ? ` OR isNull(${sql})` : "";
  return `((${sql} ${symbol}= ${place}${unknown}) AND (${sql} ${symbol} ${place}${unknown} OR ${rest}))`;
}
