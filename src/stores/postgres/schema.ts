/** Tables of the people store. */
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
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
  ApiKeyAction,
  ApiKeyHolder,
  ContactTopic,
  FeatureFlag,
  MemberRole,
  organizationScopes,
  PlanType,
  PolicyAction,
  PolicyEffect,
  SubjectType,
  WatchCadence,
  WatchCondition,
  WatchedKind,
  WatchReceivers,
  WatchState,
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
    /** Whether it ends with the membership of whoever made it, or stays with the organization. */
    heldBy: text().$type<ApiKeyHolder>().notNull().default("maker"),
    /** Scopes of the endpoints that it opens; null for all. */
    endpoints: text().array(),
    /** What may be done with it there. */
    actions: text().array().$type<ApiKeyAction[]>().notNull().default(["read", "download"]),
    /** Hash of the secret before the last, which opens the same until `previousEndsAt`. */
    previousHash: text(),
    previousEndsAt: timestamp({ withTimezone: true }),
    rotatedAt: timestamp({ withTimezone: true }),
    /** Of a link for spreadsheets: the one endpoint and the one query, as JSON, that it answers. Null for keys. */
    linkPath: text(),
    linkQuery: text(),
  },
  (table) => [
    uniqueIndex("api_keys_hash").on(table.hash),
    uniqueIndex("api_keys_previous_hash").on(table.previousHash),
    index("api_keys_organization").on(table.organizationId),
  ],
);

/** Requests to the data API that a key made, by day. */
export const apiKeyUsage = pgTable(
  "api_key_usage",
  {
    keyId: integer()
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    /** In UTC, as `2026-03-31`. */
    day: text().notNull(),
    requests: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
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
    /** Rows that the answers held: those of lists, points of series, lines of files. */
    rows: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.month] })],
);

/** A record as the audit log keeps it: its fields in JSON. */
export type AuditedRecord = Readonly<Record<string, unknown>>;

/** What was done to accounts and keys, by whom. Rows are only ever added. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: serial().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** A user's id, or the name of a process. */
    actor: text().notNull(),
    /** Whoever did it, where it was somebody with an account; kept when the account is deleted. */
    actorUserId: uuid(),
    action: text().notNull(),
    /** Kind of the record it was done to, such as `api_access_roles`; blank where the action says it. */
    subjectKind: text().notNull().default(""),
    subject: text().notNull(),
    detail: text().notNull().default(""),
    /** The record before and after; null where there was none, and where the action says it all. */
    before: jsonb().$type<AuditedRecord>(),
    after: jsonb().$type<AuditedRecord>(),
  },
  (table) => [
    index("audit_log_at").on(table.at),
    index("audit_log_actor").on(table.actorUserId),
    index("audit_log_subject").on(table.subjectKind, table.subject),
  ],
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
    /** Since when an administrator keeps them out; null for everybody else. */
    suspendedAt: moment(),
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
    /** Since when its keys open nothing and its plan counts as the free one. */
    suspendedAt: moment(),
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
    /** Whose pages an administrator sees in this session instead of their own, and until when. */
    viewedUserId: uuid().references(() => users.id, { onDelete: "set null" }),
    viewedUntil: moment(),
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

/** Flags set by the configuration, for everyone, a plan, an organization or a user; the most particular wins. */
export const featureOverrides = pgTable(
  "feature_overrides",
  {
    subjectKind: text().$type<"setting" | "everyone" | "plan" | "organization" | "user">().notNull(),
    /** Plan type, organization id or user id; blank for everyone. */
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

/** Table pages in a state that somebody has given a name. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: serial().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    path: text().notNull(),
    name: text().notNull(),
    /** The query of the address, with a leading `?`. */
    search: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [uniqueIndex("saved_views_name").on(table.userId, table.path, sql`lower(${table.name})`)],
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

/**
 * Where firings of watches are sent by HTTP. The secret signs what is sent, so it is kept as it is; it is shown once,
 * when it is made.
 */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Whose it is: a user's or an organization's. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    organizationId: uuid().references(() => organizations.id, { onDelete: "cascade" }),
    url: text().notNull(),
    secret: text().notNull(),
    pausedAt: moment(),
    /** Why it is paused, where nobody paused it. */
    pausedReason: text().notNull().default(""),
    /** Since when every attempt failed. */
    failingSince: moment(),
    /** When something was last sent to it by hand: a test, or a delivery once more. */
    askedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index("webhook_endpoints_user").on(table.userId),
    index("webhook_endpoints_organization").on(table.organizationId),
  ],
);

/** Conditions on the data of which somebody, or an organization, is told. */
export const watches = pgTable(
  "watches",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Whose it is: a user's or an organization's. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    organizationId: uuid().references(() => organizations.id, { onDelete: "cascade" }),
    /** Who made it; of an organization's, it outlives them. */
    madeBy: uuid().references(() => users.id, { onDelete: "set null" }),
    name: text().notNull(),
    subjectType: text().$type<SubjectType>().notNull(),
    subjectId: integer(),
    condition: jsonb().$type<WatchCondition>().notNull(),
    /** Null sends no mail. */
    cadence: text().$type<WatchCadence>(),
    receivers: text().$type<WatchReceivers>().notNull().default("maker"),
    endpointId: uuid().references(() => webhookEndpoints.id, { onDelete: "set null" }),
    pausedAt: moment(),
    /** What it remembers since it was last looked at. */
    state: jsonb().$type<WatchState>(),
    /** Why it could not be looked at; blank where it could. */
    problem: text().$type<WatchProblem>().notNull().default(""),
    /** Data version and day of the last look. */
    evaluatedVersion: text().notNull().default(""),
    evaluatedDay: text().notNull().default(""),
    /** Moves with every change and every look, so that of two looks at once one counts. */
    revision: integer().notNull().default(0),
    lastFiredAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index("watches_user").on(table.userId),
    index("watches_organization").on(table.organizationId),
    index("watches_evaluated").on(table.evaluatedVersion),
  ],
);

export type WatchProblem = "" | "unavailable" | "gone";

/** What a watch found when it fired. */
export interface WatchFiringFacts {
  condition: WatchCondition;
  subject: { type: SubjectType; id: number | null; slug: string | null; name: string };
  /** Slug of the metric; null for conditions about none. */
  metric: string | null;
  value: number | null;
  former: number | null;
  reported: string | null;
  /** Newest day of the data, `YYYY-MM-DD`. */
  day: string | null;
  /** Whether figures of the subject are sample data; missing in older firings and where it is about no figure. */
  isSample?: boolean;
  items: readonly { id: number; slug: string | null; name: string }[];
  itemCount: number;
  /** What the owner could read then. */
  basis: string;
}

export const watchFirings = pgTable(
  "watch_firings",
  {
    id: uuid().primaryKey().defaultRandom(),
    watchId: uuid()
      .notNull()
      .references(() => watches.id, { onDelete: "cascade" }),
    at: moment().notNull().defaultNow(),
    facts: jsonb().$type<WatchFiringFacts>().notNull(),
  },
  (table) => [index("watch_firings_watch").on(table.watchId, table.at)],
);

/** One try to deliver. */
export interface DeliveryAttempt {
  /** Moment in UTC. */
  at: string;
  /** HTTP status; null for mail, and where nothing answered. */
  status: number | null;
  latencyMs: number;
  /** The start of what was answered, or why nothing was. */
  detail: string;
  ok: boolean;
}

export type DeliveryStatus = "pending" | "delivered" | "failed" | "cancelled";

/**
 * What is to be sent, written in the transaction of the firing and sent after it: what a process that is killed
 * leaves behind is sent by the next one, under the same id.
 */
export const watchDeliveries = pgTable(
  "watch_deliveries",
  {
    /** The `webhook-id` of all attempts, and of mail a part of its `Message-ID`. */
    id: uuid().primaryKey().defaultRandom(),
    channel: text().$type<"email" | "webhook">().notNull(),
    isTest: boolean().notNull().default(false),
    /** Receiver of mail. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** Receiver of a webhook. */
    endpointId: uuid().references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    /** Firings of one key go in one mail; null for webhooks. */
    digestKey: text(),
    status: text().$type<DeliveryStatus>().notNull().default("pending"),
    /** When to send it, at first or again. */
    dueAt: moment().notNull(),
    /** Until when a process that sends it has it for itself. */
    leaseUntil: moment(),
    attempts: jsonb().$type<readonly DeliveryAttempt[]>().notNull().default([]),
    createdAt: moment().notNull().defaultNow(),
    endedAt: moment(),
  },
  (table) => [
    index("watch_deliveries_due").on(table.status, table.dueAt),
    index("watch_deliveries_endpoint").on(table.endpointId, table.createdAt),
    uniqueIndex("watch_deliveries_digest").on(table.digestKey),
  ],
);

/** Which firings a delivery tells of. */
export const watchDeliveryFirings = pgTable(
  "watch_delivery_firings",
  {
    deliveryId: uuid()
      .notNull()
      .references(() => watchDeliveries.id, { onDelete: "cascade" }),
    firingId: uuid()
      .notNull()
      .references(() => watchFirings.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.firingId] }),
    index("watch_delivery_firings_firing").on(table.firingId),
  ],
);

/** Users who want no mail from watches. */
export const watchMailStops = pgTable("watch_mail_stops", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  at: moment().notNull().defaultNow(),
});

const changed = () => ({
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

/** What keys of the data API may read. Everything that a policy leaves empty, it does not narrow. */
export const apiAccessPolicies = pgTable(
  "api_access_policies",
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(""),
    effect: text().$type<PolicyEffect>().notNull(),
    /** Resources of the data API, by their wire names; none stands for all of them. */
    resources: text().array().notNull().default([]),
    actions: text().$type<PolicyAction>().array().notNull().default([]),
    /** Rows that remain, as JSON in the filter grammar of the API. */
    rowFilter: text(),
    /** Names of fields and slugs of metrics. */
    hiddenFields: text().array().notNull().default([]),
    historyDays: integer(),
    requestsPerMinute: integer(),
    rowsPerMonth: bigint({ mode: "number" }),
    ...changed(),
  },
  (table) => [uniqueIndex("api_access_policies_name").on(table.name)],
);

/** Named sets of policies. */
export const apiAccessRoles = pgTable(
  "api_access_roles",
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(""),
    ...changed(),
  },
  (table) => [uniqueIndex("api_access_roles_name").on(table.name)],
);

/** Which policies a role is made of. */
export const apiAccessPolicyAssignments = pgTable(
  "api_access_policy_assignments",
  {
    id: serial().primaryKey(),
    policyId: integer()
      .notNull()
      .references(() => apiAccessPolicies.id, { onDelete: "restrict" }),
    roleId: integer()
      .notNull()
      .references(() => apiAccessRoles.id, { onDelete: "restrict" }),
    ...changed(),
  },
  (table) => [
    uniqueIndex("api_access_policy_assignments_once").on(table.roleId, table.policyId),
    index("api_access_policy_assignments_policy").on(table.policyId),
  ],
);

/** Roles of users: they count for the keys that the user made. */
export const apiAccessUserRoles = pgTable(
  "api_access_user_roles",
  {
    id: serial().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    roleId: integer()
      .notNull()
      .references(() => apiAccessRoles.id, { onDelete: "restrict" }),
    ...changed(),
  },
  (table) => [
    uniqueIndex("api_access_user_roles_once").on(table.userId, table.roleId),
    index("api_access_user_roles_role").on(table.roleId),
  ],
);

/** Roles of organizations: they count for every key of theirs. */
export const apiAccessOrgRoles = pgTable(
  "api_access_org_roles",
  {
    id: serial().primaryKey(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    roleId: integer()
      .notNull()
      .references(() => apiAccessRoles.id, { onDelete: "restrict" }),
    ...changed(),
  },
  (table) => [
    uniqueIndex("api_access_org_roles_once").on(table.organizationId, table.roleId),
    index("api_access_org_roles_role").on(table.roleId),
  ],
);

/** Roles of single keys and spreadsheet links. They survive rotation and revocation, and are deleted with the key. */
export const apiAccessKeyRoles = pgTable(
  "api_access_key_roles",
  {
    id: serial().primaryKey(),
    keyId: integer()
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    roleId: integer()
      .notNull()
      .references(() => apiAccessRoles.id, { onDelete: "restrict" }),
    ...changed(),
  },
  (table) => [
    uniqueIndex("api_access_key_roles_once").on(table.keyId, table.roleId),
    index("api_access_key_roles_role").on(table.roleId),
  ],
);

/**
 * What was consumed of the limits on requests in the present windows, for all processes that share a server. Unlogged:
 * nothing of it is worth keeping over a crash. Its columns have the names that the library reads.
 */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text().primaryKey(),
    points: integer().notNull(),
    expire: moment(),
  },
  (table) => [index("rate_limits_expire").on(table.expire)],
);

/** Values that every process of an installation shares, such as the secret that codes are hashed with. */
export const installation = pgTable("installation", { name: text().primaryKey(), value: text().notNull() });
