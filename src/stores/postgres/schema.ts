/** Tables of the people store. Sessions, organizations and policies join them as their features land. */
import { boolean, index, integer, pgTable, serial, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * Keys of the data API. Only a hash is kept: the key itself is shown once, when it is made.
 * `prefix` is its readable start, by which a person recognises it.
 */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    prefix: text().notNull(),
    /** SHA-256 of the key, hexadecimal. Keys carry 256 bits of chance, so a slow hash adds nothing. */
    hash: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }),
    revokedAt: timestamp({ withTimezone: true }),
    lastUsedAt: timestamp({ withTimezone: true }),
    requestsPerMinute: integer(),
    isAdmin: boolean().notNull().default(false),
  },
  (table) => [uniqueIndex("api_keys_hash").on(table.hash)],
);

/** What was done to accounts and keys, by whom. Rows are only ever added. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: serial().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    detail: text().notNull().default(""),
  },
  (table) => [index("audit_log_at").on(table.at)],
);
