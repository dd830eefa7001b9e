/** Tables of the people store. */
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type {
  AccountRole,
  ContactTopic,
  FeatureFlag,
  MemberRole,
  organizationScopes,
  PlanType,
  WatchedKind,
} from "#domain";

const moment = () => timestamp({ withTimezone: true });

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
    /** Whose key it is; null for keys that the operator made on the command line. */
    organizationId: uuid().references(() => organizations.id, { onDelete: "cascade" }),
    /** Who made it. */
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("api_keys_hash").on(table.hash),
    index("api_keys_organization").on(table.organizationId),
  ],
);

/** Requests to the data API that were answered, by organization and month. */
export const apiUsage = pgTable(
  "api_usage",
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    /** In UTC, as `2026-03`. */
    month: text().notNull(),
    requests: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.month] })],
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

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** As `emailSchema` normalizes it. */
    email: text().notNull(),
    emailVerified: moment(),
    name: text(),
    image: text(),
    role: text().$type<AccountRole>().notNull().default("CUSTOMER"),
    company: text().notNull().default(""),
    companyType: text().notNull().default(""),
    occupation: text().notNull().default(""),
    acquisitionChannel: text().notNull().default(""),
    assetClassInterests: text().array().notNull().default([]),
    shouldReceiveMarketing: boolean().notNull().default(true),
    /** Null until the user chooses; then the browser's own preference no longer counts. */
    darkMode: boolean(),
    /** The organization that counts of several; null, or one that was left, takes the first. */
    currentOrganizationId: uuid().references((): AnyPgColumn => organizations.id, { onDelete: "set null" }),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);

export const organizations = pgTable(
  "organizations",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** Mail domain whose verified users may ask to join; null for personal ones. */
    domain: text(),
    scope: text().$type<(typeof organizationScopes)[number]>().notNull(),
    planType: text().$type<PlanType>().notNull().default("FREE"),
    /** End of a trial; the plan then counts as the one it ends as. */
    trialEndsAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [uniqueIndex("organizations_domain").on(table.domain)],
);

export const memberships = pgTable(
  "memberships",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    role: text().$type<MemberRole>().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.organizationId] })],
);

/** Only a hash of the token is kept, so that the table opens no session to whoever reads it. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull().defaultNow(),
    lastSeenAt: moment().notNull().defaultNow(),
    userAgent: text().notNull().default(""),
    networkAddress: text().notNull().default(""),
  },
  (table) => [uniqueIndex("sessions_token").on(table.tokenHash), index("sessions_user").on(table.userId)],
);

/** Sign-in codes sent by mail. `codeHash` is keyed with the installation's secret. */
export const signInCodes = pgTable(
  "sign_in_codes",
  {
    id: serial().primaryKey(),
    email: text().notNull(),
    codeHash: text().notNull(),
    /** SHA-256 of the browser's own cookie: a code works only where it was asked for. */
    browserHash: text().notNull().default(""),
    /** Wrong codes typed in that browser since. */
    wrong: integer().notNull().default(0),
    expiresAt: moment().notNull(),
    /** Set once, when it is used or withdrawn. */
    endedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index("sign_in_codes_email").on(table.email)],
);

/** Wrong codes typed for an address, by where they came from and by the hour; guards against guessing. */
export const signInGuesses = pgTable(
  "sign_in_guesses",
  {
    email: text().notNull(),
    /** A network (`203.0.113.7`, `2001:db8:1::/48`), or `known` for browsers that signed in to the address. */
    source: text().notNull(),
    hour: moment().notNull(),
    wrong: integer().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.source, table.hour] })],
);

/** Browsers that somebody signed in with: tries of strangers do not count against them. */
export const signInBrowsers = pgTable(
  "sign_in_browsers",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the browser's own cookie. */
    browserHash: text().notNull(),
    seenAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.browserHash] })],
);

/** Flags set for one plan, organization or user; the most particular wins. */
export const featureOverrides = pgTable(
  "feature_overrides",
  {
    subjectKind: text().$type<"plan" | "organization" | "user">().notNull(),
    /** Plan type, organization id or user id. */
    subject: text().notNull(),
    flag: text().$type<FeatureFlag>().notNull(),
    value: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectKind, table.subject, table.flag] })],
);

export const invitations = pgTable(
  "invitations",
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    email: text().notNull(),
    role: text().$type<MemberRole>().notNull(),
    invitedBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    revokedAt: moment(),
    declinedAt: moment(),
  },
  (table) => [index("invitations_email").on(table.email)],
);

/** Who asks to join the organization of their mail domain. A request that is accepted is removed. */
export const joinRequests = pgTable(
  "join_requests",
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment().notNull().defaultNow(),
    declinedAt: moment(),
  },
  (table) => [uniqueIndex("join_requests_once").on(table.organizationId, table.userId)],
);

/** Addresses that were removed from an organization, as keyed hashes, so that an account that is deleted stays so. */
export const removedAddresses = pgTable(
  "removed_addresses",
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    emailHash: text().notNull(),
    removedAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.emailHash] })],
);

/** Addresses whose request to join was declined and whose account was deleted since; until they may ask again. */
export const declinedAddresses = pgTable(
  "declined_addresses",
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    emailHash: text().notNull(),
    declinedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.emailHash] })],
);

/** What visitors wrote to the operator with the contact form. */
export const contactRequests = pgTable(
  "contact_requests",
  {
    id: uuid().primaryKey().defaultRandom(),
    at: moment().notNull().defaultNow(),
    topic: text().$type<ContactTopic>().notNull(),
    name: text().notNull(),
    /** As `emailSchema` normalizes it; nobody has shown that it is theirs. */
    email: text().notNull(),
    company: text().notNull(),
    message: text().notNull(),
    /** When mail about it was handed to the mail server; null where none was. */
    mailedAt: moment(),
  },
  (table) => [index("contact_requests_at").on(table.at), index("contact_requests_email").on(table.email)],
);

/** Assets, tokens and networks that somebody watches, by their ids in the catalog. */
export const watchedItems = pgTable(
  "watched_items",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<WatchedKind>().notNull(),
    entityId: integer().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.entityId] })],
);

/** When somebody last looked at their watchlist, by the newest day with figures that it then showed. */
export const watchlistVisits = pgTable("watchlist_visits", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** As `2026-03-31`. */
  day: text().notNull(),
  /** That of the visit before, of another day; null until there was one. */
  previousDay: text(),
});

/** Values that every process of an installation shares, such as the secret that codes are hashed with. */
export const installation = pgTable("installation", { name: text().primaryKey(), value: text().notNull() });
