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
  MemberRole,
  organizationScopes,
  PolicyAction,
  PolicyEffect,
  WatchedKind,
} from "#domain/people";
import type { SubjectType } from "#domain/resources";
import type { FeatureFlag, PlanType } from "#domain/vocabulary";
import type { WatchCadence, WatchCondition, WatchReceivers, WatchState } from "#domain/watches";

const moment = () => timestamp({ withTimezone: true });

/**
 * Data API keys. Only a hash is stored: the key itself is shown once, on creation. `prefix` is its visible
 * start, for recognizing it.
 */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    prefix: text().notNull(),
    /** SHA-256 of the key, hexadecimal. Keys have 256 bits of entropy, so a slow hash adds nothing. */
    hash: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }),
    revokedAt: timestamp({ withTimezone: true }),
    lastUsedAt: timestamp({ withTimezone: true }),
    requestsPerMinute: integer(),
    isAdmin: boolean().notNull().default(false),
    /** Organization of the key; null for keys that the operator created on the command line. */
    organizationId: uuid().references(() => organizations.id, { onDelete: "cascade" }),
    /** Its creator. */
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Whether it ends with the membership of its creator, or stays with the organization. */
    heldBy: text().$type<ApiKeyHolder>().notNull().default("maker"),
    /** Scopes of its endpoints; null for all. */
    endpoints: text().array(),
    /** Actions allowed at its endpoints. */
    actions: text().array().$type<ApiKeyAction[]>().notNull().default(["read", "download"]),
    /** Hash of the previous secret, which works until `previousEndsAt`. */
    previousHash: text(),
    previousEndsAt: timestamp({ withTimezone: true }),
    rotatedAt: timestamp({ withTimezone: true }),
    /**
     * Path of the only request of a spreadsheet link, with its query as JSON in `linkQuery`. Null for keys.
     */
    linkPath: text(),
    linkQuery: text(),
    /** Ids of the policies that its own roles must still have for it to be usable; a deleted policy stays listed. */
    requiredPolicies: integer().array().notNull().default([]),
  },
  (table) => [
    uniqueIndex("api_keys_hash").on(table.hash),
    uniqueIndex("api_keys_previous_hash").on(table.previousHash),
    index("api_keys_organization").on(table.organizationId),
  ],
);

/** Data API requests by key and day. */
export const apiKeyUsage = pgTable(
  "api_key_usage",
  {
    keyId: integer()
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    /** UTC day, as `2026-03-31`. */
    day: text().notNull(),
    requests: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
);

/** Data API requests served, by organization and month. */
export const apiUsage = pgTable(
  "api_usage",
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    /** UTC month, as `2026-03`. */
    month: text().notNull(),
    requests: bigint({ mode: "number" }).notNull(),
    /** Rows in responses: entries of lists, points of series, lines of files. */
    rows: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.month] })],
);

/** A record in the audit log: its fields as JSON. */
export type AuditedRecord = Readonly<Record<string, unknown>>;

/** Actions on accounts and keys with their actor. Append-only. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: serial().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** A user's id, or the name of a process. */
    actor: text().notNull(),
    /** The actor's user id, if they have an account; retained when the account is deleted. */
    actorUserId: uuid(),
    action: text().notNull(),
    /** Kind of the subject, such as `api_access_roles`; blank if the action implies it. */
    subjectKind: text().notNull().default(""),
    subject: text().notNull(),
    detail: text().notNull().default(""),
    /** The record before and after; null if there was none, or the action is sufficient. */
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
    /** Null until the user chooses; until then the browser's preference applies. */
    darkMode: boolean(),
    /** The current organization of a user with several; if null or left, the first one. */
    currentOrganizationId: uuid().references((): AnyPgColumn => organizations.id, { onDelete: "set null" }),
    /** When an administrator suspended the user; null if not suspended. */
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
    /** Mail domain whose verified users can request to join; null for personal organizations. */
    domain: text(),
    scope: text().$type<(typeof organizationScopes)[number]>().notNull(),
    planType: text().$type<PlanType>().notNull().default("FREE"),
    /** End of a trial; the plan then counts as the one it reverts to. */
    trialEndsAt: moment(),
    /** When it was suspended: its keys are rejected and its plan counts as free. */
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

/** Only a hash of the token is stored, so that readers of the table cannot use sessions. */
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
    /** User whose pages an administrator sees in this session, and until when. */
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
    /** SHA-256 of the browser's cookie: a code works only in the browser that requested it. */
    browserHash: text().notNull().default(""),
    /** Wrong codes typed in that browser since. */
    wrong: integer().notNull().default(0),
    expiresAt: moment().notNull(),
    /** Set once, when it is used or revoked. */
    endedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index("sign_in_codes_email").on(table.email)],
);

/** Wrong codes per address, origin and hour; guards against guessing. */
export const signInGuesses = pgTable(
  "sign_in_guesses",
  {
    email: text().notNull(),
    /**
     * A network (`203.0.113.7`, `2001:db8:1::/48`), or `known` for browsers that have signed in to the
     * address.
     */
    source: text().notNull(),
    hour: moment().notNull(),
    wrong: integer().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.source, table.hour] })],
);

/** Browsers that have signed in to an account: guesses of strangers do not count against them. */
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

/**
 * Flags set by the configuration, for everyone, a plan, an organization or a user; the most specific applies.
 */
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

/** Requests to join the organization of one's mail domain. Accepted requests are deleted. */
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

/**
 * Addresses removed from an organization, as keyed hashes, so that no address of a deleted account is stored.
 */
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

/**
 * Addresses whose join request was declined and whose account was deleted since, until they can request
 * again.
 */
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

/** Messages of the contact form. */
export const contactRequests = pgTable(
  "contact_requests",
  {
    id: uuid().primaryKey().defaultRandom(),
    at: moment().notNull().defaultNow(),
    topic: text().$type<ContactTopic>().notNull(),
    name: text().notNull(),
    /** As `emailSchema` normalizes it; not verified. */
    email: text().notNull(),
    company: text().notNull(),
    message: text().notNull(),
    /** When mail about it was accepted by the mail server; null if none was. */
    mailedAt: moment(),
  },
  (table) => [index("contact_requests_at").on(table.at), index("contact_requests_email").on(table.email)],
);

/** Assets, tokens and networks on a user's watchlist, by catalogue id. */
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

/** Saved views: named states of table pages. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: serial().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    path: text().notNull(),
    name: text().notNull(),
    /** The query of the URL, with a leading `?`. */
    search: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [uniqueIndex("saved_views_name").on(table.userId, table.path, sql`lower(${table.name})`)],
);

/** Last visit of a user's watchlist, as the latest day with figures that it showed. */
export const watchlistVisits = pgTable("watchlist_visits", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** As `2026-03-31`. */
  day: text().notNull(),
  /** Last earlier day with a visit, or null. */
  previousDay: text(),
});

/**
 * Webhook endpoints. The secret signs requests, so it is stored in clear text; it is shown once, on creation.
 */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Owner: a user or an organization. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    organizationId: uuid().references(() => organizations.id, { onDelete: "cascade" }),
    url: text().notNull(),
    secret: text().notNull(),
    pausedAt: moment(),
    /** Why it was paused automatically; blank if a user paused it. */
    pausedReason: text().notNull().default(""),
    /** Since when every attempt has failed. */
    failingSince: moment(),
    /** Last manual delivery to it: a test or a redelivery. */
    askedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index("webhook_endpoints_user").on(table.userId),
    index("webhook_endpoints_organization").on(table.organizationId),
  ],
);

/** Conditions on the data that notify a user or an organization. */
export const watches = pgTable(
  "watches",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Owner: a user or an organization. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    organizationId: uuid().references(() => organizations.id, { onDelete: "cascade" }),
    /** Its creator; a watch of an organization outlives their account. */
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
    /** State of the last evaluation. */
    state: jsonb().$type<WatchState>(),
    /** Why it could not be evaluated; blank if it could. */
    problem: text().$type<WatchProblem>().notNull().default(""),
    /** Data version and day of the last evaluation. */
    evaluatedVersion: text().notNull().default(""),
    evaluatedDay: text().notNull().default(""),
    /** Changes with every edit and evaluation, so that one of two concurrent evaluations is stored. */
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

/** Facts of a firing. */
export interface WatchFiringFacts {
  condition: WatchCondition;
  subject: { type: SubjectType; id: number | null; slug: string | null; name: string };
  /** Slug of the metric; null for conditions without one. */
  metric: string | null;
  value: number | null;
  former: number | null;
  reported: string | null;
  /** Latest day of the data, `YYYY-MM-DD`. */
  day: string | null;
  /**
   * Whether figures of the subject are sample data; absent in older firings and for subjects without figures.
   */
  isSample?: boolean;
  items: readonly { id: number; slug: string | null; name: string }[];
  itemCount: number;
  /** What the owner could read at that time. */
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

/** An attempt to deliver. */
export interface DeliveryAttempt {
  /** Time in UTC. */
  at: string;
  /** HTTP status; null for mail, and without a response. */
  status: number | null;
  latencyMs: number;
  /** Start of the response, or why there was none. */
  detail: string;
  ok: boolean;
}

export type DeliveryStatus = "pending" | "delivered" | "failed" | "cancelled";

/**
 * Outbox of watch notifications, written in the transaction of the firing and sent afterwards. After a crash,
 * the next process sends them under the same id.
 */
export const watchDeliveries = pgTable(
  "watch_deliveries",
  {
    /** The `webhook-id` of all attempts; for mail, part of its `Message-ID`. */
    id: uuid().primaryKey().defaultRandom(),
    channel: text().$type<"email" | "webhook">().notNull(),
    isTest: boolean().notNull().default(false),
    /** Receiver of mail. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** Receiver of a webhook. */
    endpointId: uuid().references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    /** Firings with the same key share one mail; null for webhooks. */
    digestKey: text(),
    status: text().$type<DeliveryStatus>().notNull().default("pending"),
    /** When to send it, first or again. */
    dueAt: moment().notNull(),
    /** Until when the sending process has claimed it. */
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

/** The firings of a delivery. */
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

/** Users who have unsubscribed from watch mail. */
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

/** What data API keys can read. Empty fields of a policy do not restrict. */
export const apiAccessPolicies = pgTable(
  "api_access_policies",
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(""),
    effect: text().$type<PolicyEffect>().notNull(),
    /** Wire names of data API resources; empty for all. */
    resources: text().array().notNull().default([]),
    actions: text().$type<PolicyAction>().array().notNull().default([]),
    /** Rows that remain visible, as JSON in the filter grammar of the API. */
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

/** Policies of roles. */
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

/** Roles of users: they apply to keys that the user created. */
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

/** Roles of organizations: they apply to all of their keys. */
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

/**
 * Roles of individual keys and spreadsheet links. They survive rotation and revocation, and are deleted with
 * the key.
 */
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
 * Consumption of rate limits in the current windows, for all processes that share a server. Unlogged, since
 * it need not survive a crash. The library prescribes the column names.
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

/**
 * Rows that data API requests in progress may add to the count of an organization with a monthly limit. Unlogged: a crash
 * ends the requests.
 */
export const rowReservations = pgTable(
  "row_reservations",
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    /** Upper bound; null if it is unknown. */
    most: bigint({ mode: "number" }),
    /** The process renews it while the request runs. */
    expiresAt: moment().notNull(),
  },
  (table) => [index("row_reservations_organization").on(table.organizationId)],
);

/** Values that all processes of an installation share, such as the secret for hashing codes. */
export const installation = pgTable("installation", { name: text().primaryKey(), value: text().notNull() });
