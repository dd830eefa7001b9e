/**
 * All settings in one schema: parsed at start, printed by `cadastre config`, and the source of the table in
 * docs/configuration.md.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import {
  addressSettings,
  type InputProblem,
  InvalidError,
  isSecretSetting,
  maskSecrets,
} from "#domain/errors";
import { emailSchema, emptyClassModes, type SignUpRule, signUpProblem, signUpRule } from "#domain/people";
import { schemaWords } from "#domain/query";
import {
  optionalSetting as optional,
  signInModalModes,
  settingWithDefault as withDefault,
} from "#domain/site";
import {
  ALL_FEATURES,
  DEFAULT_DATED_DAYS,
  DEFAULT_HOLDERS_AUDIENCE,
  type FeatureFlag,
  type FlagChoice,
  flagsOfChoice,
  holdersAudiences,
  openFlags,
  providerSchema,
} from "#domain/vocabulary";
import {
  type CatalogFolders,
  type LedgerAssets,
  parseLedgerAssets,
  parseRpcEndpoints,
  type RpcEndpoints,
  scheduledSources,
} from "#ingest";
import { parseProxyTrust } from "../http/proxyTrust";
import { maskAddresses, maskPaths } from "./maskAddresses";
import type { SettingOrigin, Settings } from "./readSettings";
import { type NamedRule, parsePrecedence } from "./sourcePrecedence";

/** A URL that can contain a password. Errors do not repeat it. */
const serviceAddress = (protocol: RegExp, example: string) =>
  z.string().superRefine((address, context) => {
    if (!URL.canParse(address)) {
      context.addIssue(
        `is not a URL like ${example}; percent-encode special characters in the password (%40 for @)`,
      );
      return;
    }
    const url = new URL(address);
    if (!protocol.test(url.protocol.slice(0, -1)) || url.hostname === "") {
      context.addIssue(`is not a URL like ${example}`);
    } else if (!isDecodable(url.username) || !isDecodable(url.password)) {
      context.addIssue("has an unencoded % in its user or password; write it as %25");
    } else if (url.hash !== "") {
      context.addIssue("has an unencoded #; write it as %23");
    }
  });

/** An http(s) URL shown on pages. */
const publicAddress = z.url({ protocol: /^https?$/ }).refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), {
  message: "is public and must not contain a user name or password",
  abort: true,
});
const footerLink = (page: string) =>
  optional(publicAddress).describe(`URL of the ${page}, linked in the footer. Default: none.`);

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function proxyTrustIsReadable(setting: string, context: z.RefinementCtx): void {
  try {
    parseProxyTrust(setting);
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error));
  }
}

/**
 * A setting, or the contents of the file that it names after an @.
 * @throws Error if the file cannot be read
 */
function withFile(setting: string): string {
  if (!setting.startsWith("@")) return setting;
  const file = path.resolve(setting.slice(1));
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "does not exist" : "cannot be read";
    throw new Error(`names the file ${file}, which ${reason}`);
  }
}

function rpcEndpointsAreReadable(setting: string, context: z.RefinementCtx): void {
  try {
    parseRpcEndpoints(withFile(setting));
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error));
  }
}

/** The names of a comma-separated list, in lower case. */
const namesIn = (setting: string): string[] =>
  setting
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");

const labelParts = (setting: string): string[] =>
  setting
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const labelOf = (part: string) => {
  const [name = "", ...label] = part.split("=");
  return { name: name.trim().toLowerCase(), label: label.join("=").trim() };
};

const openChoices: readonly FlagChoice[] = [ALL_FEATURES, ...openFlags];
const isOpenChoice = (name: string): name is FlagChoice => openChoices.some((choice) => choice === name);

const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;

/** Each source reads its own settings; they are validated, printed and documented here. */
const sourceSettings: object = Object.assign({}, ...scheduledSources.map(({ settings }) => settings));

/** Environment variable → type, default, meaning. Secrets are masked when printed. */
export const configurationSchema = z.object({
  PORT: withDefault(z.coerce.number().int().min(0).max(65535), 3000).describe(
    "Port to listen on; 0 picks a free one.",
  ),
  HOST: withDefault(z.string().min(1), "127.0.0.1").describe(
    "Address to listen on; `0.0.0.0` is every interface.",
  ),
  BASE_URL: optional(
    publicAddress.refine((url) => /^[^/]*\/\/[^/?#]+\/*$/.test(url), {
      message:
        "must have no path, query or fragment: the site is served at the root of its host, as in https://data.example.org",
    }),
  ).describe(
    "Public URL of the site, used in links, the sitemap and email. Default: `http://localhost:PORT`.",
  ),
  DATA_DIR: withDefault(z.string().min(1), "./data").describe(
    "Folder of the embedded stores, used by one process at a time.",
  ),
  DATABASE_URL: optional(
    serviceAddress(/^postgres(ql)?$/, "postgres://user:password@host:5432/database"),
  ).describe("PostgreSQL for people, keys and policies. Default: embedded, in DATA_DIR."),
  CLICKHOUSE_URL: optional(serviceAddress(/^https?$/, "http://user:password@host:8123/database")).describe(
    "ClickHouse for market data (`http://user:password@host:8123/database`). Default: embedded, in DATA_DIR.",
  ),
  SMTP_URL: optional(serviceAddress(/^smtps?$/, "smtp://user:password@host:587")).describe(
    "Mail server. Default: none; email is written to the log.",
  ),
  MAIL_FROM: optional(z.string().min(3).max(200)).describe(
    "Sender of email (`Cadastre <no-reply@example.org>`). Default: `no-reply@` the host of BASE_URL.",
  ),
  ADMIN_EMAILS: withDefault(
    z.string().superRefine((setting, context) => {
      const invalid = namesIn(setting).find((name) => !emailSchema.safeParse(name).success);
      if (invalid === undefined) return;
      context.addIssue(`includes ${JSON.stringify(invalid)}, which is not an email address`);
    }),
    "",
  ).describe("Email addresses of administrators, separated by commas."),
  OPEN_FEATURES: withDefault(
    z.string().superRefine((setting, context) => {
      const unknown = namesIn(setting).find((name) => !isOpenChoice(name));
      if (unknown === undefined) return;
      context.addIssue(
        `includes ${JSON.stringify(unknown)}. Values that can be set for everyone: ${openChoices.join(", ")}`,
      );
    }),
    "",
  ).describe(
    "Feature flags that are on for everyone, with or without an account, separated by commas (`enable-experimental-features`); `all` for all features of plans.",
  ),
  SIGN_IN_MODAL: withDefault(z.enum(signInModalModes), "required").describe(
    "Sign-in modal that visitors see after at least 2 internal page visits: `required` (only signing in closes it), `dismissible` or `off`.",
  ),
  REQUIRE_SIGN_IN: withDefault(z.enum(["on", "off"]), "off").describe(
    "`on` makes the installation private: every page, file, feed and API response requires an account or an API key, and charts cannot be embedded.",
  ),
  SIGN_UP: withDefault(
    z.string().superRefine((setting, context) => {
      const problem = signUpProblem(setting);
      if (problem !== null) context.addIssue(problem);
    }),
    "anyone",
  ).describe(
    "Who can create an account: `anyone`, `invited` (open invitations, `cadastre users add` and ADMIN_EMAILS only), or these and addresses at email domains, separated by commas (`firm.example, partner.example`; subdomains are listed separately).",
  ),
  CONTACT_EMAIL: optional(emailSchema).describe(
    "Address to which contact requests are emailed. Default: ADMIN_EMAILS. Requests are always stored.",
  ),
  RESEARCH_BLOG_URL: optional(publicAddress).describe(
    "URL of the research blog in the menu. Default: none; shown as coming soon.",
  ),
  TERMS_URL: footerLink("terms of use"),
  PRIVACY_URL: footerLink("privacy policy"),
  IMPRINT_URL: footerLink("imprint"),
  PUBLIC_CONTACT_EMAIL: optional(emailSchema).describe(
    "Email address of the footer's contact link. Default: none.",
  ),
  BRAND_NAME: withDefault(z.string().min(1).max(60), "Cadastre").describe(
    "Name shown in the menu, page titles and charts.",
  ),
  CATALOG_DIR: optional(z.string().min(1)).describe(
    "Folder of your own catalog rows ([Add your own asset](own-assets.md)). Default: none; only the bundled catalog is used.",
  ),
  BUNDLED_CATALOG: withDefault(z.enum(["on", "reference", "off"]), "on").describe(
    "What CATALOG_DIR is combined with: `on`, the whole bundled catalog; `reference`, its networks and jurisdictions only; `off`, nothing, so that CATALOG_DIR must be a complete catalog.",
  ),
  EMPTY_CLASSES: withDefault(z.enum(emptyClassModes), "show").describe(
    "Asset classes without an asset in the catalog: `show`, or `hide` them from the menu, search, sitemap and tables. Their pages remain, and the data API lists every class.",
  ),
  ...sourceSettings,
  RPC_ENDPOINTS: withDefault(z.string().superRefine(rpcEndpointsAreReadable), "").describe(
    "Nodes from which transfers of tokens are read every hour, as `network=URL` separated by spaces (`ethereum=https://node.example/key`), or `@` and a file of such lines; several of one network in order of preference. `ethereum=public` uses endpoints that are open to anyone, and `#history`, `#head` or `#archive` after a URL limits its use ([Figures from nodes](operators/chain.md)). Default: none.",
  ),
  LEDGER_ASSETS: withDefault(z.string(), "").describe(
    "Slugs of assets whose tokens are read from the nodes of `RPC_ENDPOINTS`, separated by spaces, or `all`. The whole history of a token is read once, so begin with few. Default: none.",
  ),
  HOLDERS_VISIBLE: withDefault(z.enum(holdersAudiences), DEFAULT_HOLDERS_AUDIENCE).describe(
    "Who may read the balances of single addresses ([Holders](operators/chain.md#holders)): `members`, users with an account and API keys; `public`, all visitors; `off`, nobody, and they are not stored.",
  ),
  SOURCE_PRECEDENCE: withDefault(
    z.string().superRefine((setting, context) => {
      for (const problem of parsePrecedence(setting).problems) context.addIssue(problem);
    }),
    "",
  ).describe(
    "Sources in order of preference if several report the same figure, separated by commas: names given to `cadastre import --source`, scheduled sources, and `files` for files without a name. Sources that are not listed rank last; of these, the figure imported last is shown. Other orders for a metric, an asset class or an asset follow after semicolons ([Several sources](import.md#several-sources)): `issuer, vendor; metric=price_dollar: vendor; class=treasuries metric=net_asset_value_dollar: issuer`.",
  ),
  SOURCE_LABELS: withDefault(
    z.string().superRefine((setting, context) => {
      for (const part of labelParts(setting)) {
        const { name, label } = labelOf(part);
        if (providerSchema.safeParse(name).success && label !== "" && label.length <= 100) continue;
        context.addIssue(`includes ${JSON.stringify(part)}, which is not name=Label (up to 100 characters)`);
      }
    }),
    "",
  ).describe(
    "Names under which sources are shown, separated by semicolons (`issuer=Example Issuer; files=Own research`). Default: the names given to `cadastre import --source`, and `Imported files` for files without a name.",
  ),
  WATCHES_PER_OWNER: withDefault(z.coerce.number().int().min(0).max(10_000), 50).describe(
    "Maximum number of watches per user and per organization.",
  ),
  WEBHOOK_TARGETS: withDefault(z.enum(["public", "any"]), "public").describe(
    "`public` sends webhooks over HTTPS to public addresses only; `any` also over HTTP and to private addresses, for closed networks.",
  ),
  DATED_FIGURES_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), DEFAULT_DATED_DAYS).describe(
    "Days for which former figures are kept, so that pages, files and the data API can show figures [as of an earlier date](dated-figures.md). `0` keeps none.",
  ),
  SAMPLE_DATA: withDefault(z.enum(["auto", "off"]), "auto").describe(
    "`auto` generates sample data for assets without real data; `off` never does.",
  ),
  SAMPLE_SEED: withDefault(z.coerce.number().int().min(0), 20_240_522).describe("Seed of the sample data."),
  DATA_SETS_HOUR: withDefault(
    z.union(
      [z.literal("off"), z.coerce.number("must be `off` or an hour from 0 to 23").int().min(0).max(23)],
      {
        error: "must be `off` or an hour from 0 to 23",
      },
    ),
    3,
  ).describe(
    "Hour (UTC) at which the nightly files of `/downloads` are written to DATA_DIR; also on startup if that day's files are missing. `off` writes none.",
  ),
  DATA_SETS_VERSIONS: withDefault(z.coerce.number().int().min(1).max(30), 3).describe(
    "Versions of the nightly files to keep, one a day. With sample data, each takes 0.3 GB.",
  ),
  DOWNLOAD_HOURS: withDefault(z.coerce.number().int().min(1).max(168), 24).describe(
    "Hours for which files of signed links (data API) are kept in DATA_DIR.",
  ),
  DOWNLOAD_GB: withDefault(z.coerce.number().min(0).max(10_000), 5).describe(
    "Disk space for the files of signed links, in GB (1 GB = 10⁹ bytes). `0` turns links off.",
  ),
  IMPORT_UPLOAD_MB: withDefault(z.coerce.number().min(0).max(2_000), 200).describe(
    "Largest file that an administrator can upload for import, in MB (1 MB = 10⁶ bytes). Uploads are stored in DATA_DIR until they are imported. `0` turns uploads off.",
  ),
  LOG_LEVEL: withDefault(z.enum(logLevels), "info").describe("Lowest level that is logged."),
  TRUST_PROXY: withDefault(z.string().superRefine(proxyTrustIsReadable), "0").describe(
    "Trusted reverse proxies that set X-Forwarded-For: their number (`1`), or their networks, separated by commas (`203.0.113.0/24`, `2001:db8::/32`, `loopback`, `private`). The former values `true` and `false` mean `private` and `0`.",
  ),
  PAGE_RENDERS_PER_MINUTE: withDefault(z.coerce.number().int().min(1), 240).describe(
    "Page renders per visitor and minute; cached pages do not count.",
  ),
  DATABASE_SECONDS_PER_MINUTE: withDefault(z.coerce.number().min(1).max(3_600), 20).describe(
    "Database time (processor time of the engine) in seconds per visitor or API key and minute; cached responses do not count.",
  ),
  ANALYTICS_URL: optional(serviceAddress(/^https?$/, "https://host")).describe(
    "Product analytics endpoint (PostHog capture API). Default: none; nothing is measured.",
  ),
  ANALYTICS_KEY: optional(z.string().min(1)).describe("Project key of the product analytics (public)."),
  SESSION_REPLAY_ID: optional(z.string().regex(/^[\w-]+\/[\w-]+$/)).describe(
    "LogRocket application (`team/app`) for session replay. Default: none; nothing is recorded.",
  ),
  CHAT_APP_ID: optional(z.string().regex(/^\w+$/)).describe(
    "Intercom application of the chat widget. Default: none.",
  ),
  CHAT_SECRET: optional(z.string().min(1)).describe(
    "Identity-verification secret of the chat widget, used to sign user ids.",
  ),
});

const addressesWithPassword = new Set<string>(addressSettings);
/** Values of these settings can contain URLs, which can contain a key. */
const ofSources = new Set(Object.keys(sourceSettings));

export type Environment = z.output<typeof configurationSchema>;
export type SettingName = keyof Environment;

export interface Configuration extends Environment {
  BASE_URL: string;
  /** Absolute. */
  DATA_DIR: string;
  /** Absolute. */
  CATALOG_DIR: string;
  catalogFolders: CatalogFolders;
  MAIL_FROM: string;
  adminEmails: readonly string[];
  openFeatures: readonly FeatureFlag[];
  /** Who can create an account. */
  signUp: SignUpRule;
  /** Rules of precedence among sources, as written. */
  sourcePrecedence: readonly NamedRule[];
  rpcEndpoints: RpcEndpoints;
  ledgerAssets: LedgerAssets;
  /** Labels of sources by name. */
  sourceLabels: Readonly<Record<string, string>>;
  /** Absolute path of the settings file; null without one. */
  settingsFile: string | null;
  /** Origin of each setting; settings with their default are absent. */
  origins: ReadonlyMap<string, SettingOrigin>;
}

/**
 * Reads the configuration from variables. `root` is the folder of the program, which contains the bundled
 * catalog.
 * @throws InvalidError that names each invalid variable, with the reason
 */
export function readConfiguration(
  variables: Settings["variables"],
  root: string,
  { origins, file }: Pick<Settings, "origins" | "file"> = { origins: new Map(), file: null },
): Configuration {
  const parsed = configurationSchema.safeParse(variables, { error: schemaWords });
  if (!parsed.success) {
    const problems: InputProblem[] = parsed.error.issues.map((issue) => ({
      path: issue.path.join("."),
      message: issue.message,
    }));
    const lines = problems.map((p) => `  ${p.path}: ${p.message}${shownValue(p.path, variables[p.path])}`);
    throw new InvalidError(
      `The configuration is invalid:\n${lines.join("\n")}\nSee docs/configuration.md.`,
      problems,
    );
  }
  const env = parsed.data;
  if ((env.ANALYTICS_URL === undefined) !== (env.ANALYTICS_KEY === undefined)) {
    const [set, absent] =
      env.ANALYTICS_URL === undefined
        ? ["ANALYTICS_KEY", "ANALYTICS_URL"]
        : ["ANALYTICS_URL", "ANALYTICS_KEY"];
    throw new InvalidError(
      `${set} is set and ${absent} is not. Set both, or neither. See docs/configuration.md.`,
      [{ path: absent, message: `is missing while ${set} is set` }],
    );
  }
  const baseUrl = (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");
  return {
    ...env,
    BASE_URL: baseUrl,
    MAIL_FROM: env.MAIL_FROM ?? `${JSON.stringify(env.BRAND_NAME)} <no-reply@${new URL(baseUrl).hostname}>`,
    DATA_DIR: path.resolve(env.DATA_DIR),
    CATALOG_DIR: path.resolve(env.CATALOG_DIR ?? path.join(root, "catalog")),
    catalogFolders: catalogFoldersOf(env, path.join(root, "catalog")),
    adminEmails: namesIn(env.ADMIN_EMAILS),
    signUp: signUpRule(env.SIGN_UP),
    openFeatures: [...new Set(namesIn(env.OPEN_FEATURES).filter(isOpenChoice).flatMap(flagsOfChoice))],
    sourcePrecedence: parsePrecedence(env.SOURCE_PRECEDENCE).rules,
    rpcEndpoints: parseRpcEndpoints(withFile(env.RPC_ENDPOINTS)),
    ledgerAssets: parseLedgerAssets(env.LEDGER_ASSETS),
    sourceLabels: Object.fromEntries(
      labelParts(env.SOURCE_LABELS).map((part) => {
        const { name, label } = labelOf(part);
        return [name, label];
      }),
    ),
    settingsFile: file,
    origins,
  };
}

function catalogFoldersOf(
  { CATALOG_DIR, BUNDLED_CATALOG }: Pick<Environment, "CATALOG_DIR" | "BUNDLED_CATALOG">,
  bundled: string,
): CatalogFolders {
  if (CATALOG_DIR === undefined && BUNDLED_CATALOG !== "on") {
    throw new InvalidError(
      `BUNDLED_CATALOG is ${BUNDLED_CATALOG} and CATALOG_DIR is not set. Set CATALOG_DIR to the folder of your own catalog rows. See docs/configuration.md.`,
      [{ path: "CATALOG_DIR", message: `is missing while BUNDLED_CATALOG is ${BUNDLED_CATALOG}` }],
    );
  }
  const own = path.resolve(CATALOG_DIR ?? bundled);
  if (BUNDLED_CATALOG === "off" || own === path.resolve(bundled)) return { own, bundled: null };
  const kinds = BUNDLED_CATALOG === "on" ? null : (["networks", "jurisdictions"] as const);
  return { own, bundled: { folder: bundled, kinds } };
}

/** The value of a setting for an error message; masked if it can contain a password or a key. */
function shownValue(name: string, value: string | undefined): string {
  return addressesWithPassword.has(name) ||
    ofSources.has(name) ||
    name === "RPC_ENDPOINTS" ||
    isSecretSetting(name)
    ? " (value hidden: it may contain a password or a key)"
    : maskSecrets(` (it is ${JSON.stringify(value ?? null)})`);
}

/** Setting name → value as text, with passwords and keys masked. */
export function printableConfiguration(configuration: Configuration): [string, string][] {
  return Object.keys(configurationSchema.shape).map((name) => {
    const value = configuration[name as keyof Environment];
    if (value === undefined) return [name, "(not set)"];
    if (isSecretSetting(name)) return [name, "****"];
    if (ofSources.has(name)) return [name, maskAddresses(String(value))];
    if (name === "RPC_ENDPOINTS") return [name, maskPaths(String(value))];
    return [name, addressesWithPassword.has(name) ? maskPassword(String(value)) : String(value)];
  });
}

function maskPassword(address: string): string {
  const url = new URL(address);
  if (url.password !== "") url.password = "****";
  // After an unescaped # in a password comes the rest of it.
  if (url.hash !== "") url.hash = "****";
  return maskSecrets(url.href);
}
