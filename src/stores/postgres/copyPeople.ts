/** Copies a people store into another one, of either engine, and compares the contents of every table. */
import { getTableName, is, type SQL, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { PreconditionError } from "#domain/errors";
import { formatCount } from "#domain/text";
import type { PeopleStore } from "./peopleStore";
import * as schema from "./schema";

export interface CopiedTable {
  table: string;
  rows: number;
}

export interface CopyPeopleOptions {
  from: PeopleStore;
  to: PeopleStore;
  /** Whether to delete existing accounts in `to`; otherwise they prevent the copy. */
  replace: boolean;
  report: (share: number, message: string) => void;
}

type Database = Pick<PeopleStore["db"], "execute">;

const tables: readonly string[] = Object.values(schema).flatMap((one: unknown) =>
  is(one, PgTable) ? [getTableName(one)] : [],
);

/**
 * Tables that the first start of an empty store writes to: rows in them do not mean that the store is in use.
 */
const writtenAtStart: ReadonlySet<string> = new Set(["installation", "rate_limits", "feature_overrides"]);

const ROWS_AT_ONCE = 500;

/**
 * Copies all rows within one transaction per store: `to` is unchanged unless everything was copied and both
 * stores have the same rows in every table. `from` is only read.
 * @throws PreconditionError if `to` has accounts and `replace` is false; Error if the stores differ
 * afterwards
 */
export async function copyPeople({ from, to, replace, report }: CopyPeopleOptions): Promise<CopiedTable[]> {
  const read = (source: Database) => to.db.transaction((target) => copy({ source, target, replace, report }));
  return from.db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}

async function copy({
  source,
  target,
  replace,
  report,
}: {
  source: Database;
  target: Database;
  replace: boolean;
  report: CopyPeopleOptions["report"];
}): Promise<CopiedTable[]> {
  // Contents are compared as text, which depends on the session's time zone.
  for (const one of [source, target]) await one.execute(sql`SET LOCAL TIME ZONE 'UTC'`);
  const order = await tablesInOrder(target);
  const present = new Map<string, number>();
  for (const table of order) present.set(table, (await contents(target, table)).rows);
  const inUse = order.filter((table) => !writtenAtStart.has(table) && present.get(table) !== 0);
  if (inUse.length > 0 && !replace) {
    const counts = inUse.map((table) => `${table} ${present.get(table)}`);
    throw new PreconditionError(
      `The target already has accounts (rows: ${counts.join(", ")}). To delete them and copy the others in their place, add --replace.`,
    );
  }
  await empty(target, order);
  const copied: CopiedTable[] = [];
  for (const [index, table] of order.entries()) {
    report(index / order.length, `Copying ${table}`);
    await copyRows({ source, target, table });
    await copySequences({ source, target, table });
    const [before, after] = [await contents(source, table), await contents(target, table)];
    if (before.rows !== after.rows || before.checksum !== after.checksum) {
      throw new Error(
        `The copy of ${table} differs: ${formatCount(before.rows, "row")} in the source, ${formatCount(after.rows, "row")} in the target. Nothing was changed.`,
      );
    }
    copied.push({ table, rows: after.rows });
  }
  return copied;
}

/** Tables, each after those that its rows reference. */
async function tablesInOrder(db: Database): Promise<string[]> {
  const references = await rowsOf(
    db,
    sql`SELECT child.relname AS "table", parent.relname AS "parent" FROM pg_constraint
      JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
      WHERE contype = 'f' AND child.relnamespace = current_schema()::regnamespace AND child.oid <> parent.oid`,
    z.object({ table: z.string(), parent: z.string() }),
  );
  const left = new Set(tables);
  const order: string[] = [];
  while (left.size > 0) {
    const ready = [...left].filter(
      (table) => !references.some((one) => one.table === table && left.has(one.parent)),
    );
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...left].join(", ")}`);
    order.push(...ready);
    for (const table of ready) left.delete(table);
  }
  return order;
}

async function contents(db: Database, table: string): Promise<{ rows: number; checksum: string }> {
  const [found] = await rowsOf(
    db,
    sql`SELECT count(*)::int AS rows, coalesce(md5(string_agg(hash, '' ORDER BY hash COLLATE "C")), '') AS checksum
      FROM (SELECT md5(to_jsonb(t)::text) AS hash FROM ${sql.identifier(table)} t) hashes`,
    z.object({ rows: z.number(), checksum: z.string() }),
  );
  if (found === undefined) throw new Error(`${table} could not be counted`);
  return found;
}

async function empty(target: Database, order: readonly string[]): Promise<void> {
  // The trigger of the append-only audit log would reject the deletion.
  await target.execute(sql`ALTER TABLE audit_log DISABLE TRIGGER USER`);
  const names = sql.join(
    order.map((table) => sql.identifier(table)),
    sql`, `,
  );
  await target.execute(sql`TRUNCATE ${names}`);
  await target.execute(sql`ALTER TABLE audit_log ENABLE TRIGGER USER`);
}

async function copyRows({
  source,
  target,
  table,
}: {
  source: Database;
  target: Database;
  table: string;
}): Promise<void> {
  const columns = await rowsOf(
    target,
    sql`SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = ${table} ORDER BY ordinal_position`,
    z.object({ name: z.string() }),
  );
  const list = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const name = sql.identifier(table);
  await source.execute(sql`DECLARE copied CURSOR FOR SELECT to_jsonb(t)::text AS json FROM ${name} t`);
  for (;;) {
    const rows = await rowsOf(
      source,
      sql`FETCH ${sql.raw(String(ROWS_AT_ONCE))} FROM copied`,
      z.object({ json: z.string() }),
    );
    if (rows.length === 0) break;
    // As text, so that numbers beyond JavaScript's precision are unchanged.
    const json = `[${rows.map((row) => row.json).join(",")}]`;
    await target.execute(
      sql`INSERT INTO ${name} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${name}, ${json}::jsonb)`,
    );
  }
  await source.execute(sql`CLOSE copied`);
}

/** Deleted ids are not reused, since the audit log names them. */
async function copySequences({
  source,
  target,
  table,
}: {
  source: Database;
  target: Database;
  table: string;
}): Promise<void> {
  const sequenceOf = (db: Database) =>
    rowsOf(
      db,
      sql`SELECT pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
        FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ${table}
        AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL`,
      z.object({ sequence: z.string() }),
    );
  const [own] = await sequenceOf(source);
  const [copied] = await sequenceOf(target);
  if (own === undefined || copied === undefined) return;
  const [state] = await rowsOf(
    source,
    sql`SELECT last_value::text AS last, is_called AS called FROM ${sql.raw(own.sequence)}`,
    z.object({ last: z.string(), called: z.boolean() }),
  );
  if (state === undefined) return;
  await target.execute(
    sql`SELECT setval(${copied.sequence}::regclass, ${state.last}::bigint, ${state.called})`,
  );
}

async function rowsOf<T>(db: Database, query: SQL, row: z.ZodType<T>): Promise<T[]> {
  return z.object({ rows: z.array(row) }).parse(await db.execute(query)).rows;
}
