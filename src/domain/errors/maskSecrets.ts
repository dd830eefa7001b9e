/**
 * Keeps passwords out of whatever is printed. Addresses of services (`postgres://user:password@host`)
 * carry theirs in the middle, and libraries repeat them in errors in several spellings.
 */

/** Settings that are an address and may carry a password. */
export const addressSettings = ["DATABASE_URL", "CLICKHOUSE_URL", "SMTP_URL", "ANALYTICS_URL"] as const;
/** Settings whose user is a token if there is no password. Users of databases need not have one. */
const tokenSettings = ["SMTP_URL", "ANALYTICS_URL"] as const;
/** Whether a setting is a secret as a whole: its name says so, such as `CHAT_SECRET`. */
export const isSecretSetting = (name: string): boolean => name.endsWith("_SECRET");

const HIDDEN = "****";
/** Shorter passwords are left to the pattern of addresses: they stand in ordinary words as well. */
const MIN_LITERAL = 6;

/** `scheme://user:password@`, up to the last @ of the address, so that an @ within the password hides too. */
const userinfo = /\b([a-z][a-z0-9+.-]*:\/\/)([^\s:/?#"'\\]*):([^\s"'\\]+)@/gi;
/** `https://token@`: a user without a password. */
const loneUser = /\b((?:https?|smtps?):\/\/)[^\s:/?#@"'\\]+:?@/gi;
const secretParameter = /([?&][^=&\s"]*(?:pass|secret|token|key|auth)[^=&\s"]*=)([^&#\s"'\\]+)/gi;

/** Replaces passwords and tokens of addresses, wherever they stand in a text, and the given secrets. */
export function maskSecrets(text: string, secrets: readonly string[] = []): string {
  let masked = text;
  for (const secret of secrets) masked = masked.replaceAll(secret, HIDDEN);
  return masked
    .replace(userinfo, `$1$2:${HIDDEN}@`)
    .replace(loneUser, `$1${HIDDEN}@`)
    .replace(secretParameter, `$1${HIDDEN}`);
}

/** Every spelling of the secrets among settings: as given, decoded, and as JSON writes them; the longest first. */
export function secretsOf(settings: Readonly<Record<string, string | undefined>>): string[] {
  const passwords = addressSettings.flatMap((name) => passwordsIn(settings[name] ?? ""));
  const secrets = Object.entries(settings).flatMap(([name, value]) =>
    isSecretSetting(name) ? (value ?? []) : [],
  );
  const tokens = tokenSettings.flatMap((name) => tokensIn(settings[name] ?? ""));
  // Settings of sources have addresses too.
  const parameters = Object.values(settings).flatMap((value) => parametersIn(value ?? ""));
  const spellings = [...passwords, ...tokens, ...parameters, ...secrets].flatMap((secret) => [
    secret,
    decoded(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set(spellings)]
    .filter((secret) => secret.length >= MIN_LITERAL)
    .sort((a, b) => b.length - a.length);
}

/** By pattern and not by a parser, since a malformed address has a password too. */
function passwordsIn(address: string): string[] {
  const found = /^[a-z][a-z0-9+.-]*:\/\/[^:/?#]*:(.+)@/is.exec(address)?.[1];
  return found === undefined ? [] : [found];
}

function tokensIn(address: string): string[] {
  const found = /^[a-z][a-z0-9+.-]*:\/\/([^:/?#@]+):?@/i.exec(address)?.[1];
  return found === undefined ? [] : [found];
}

const parametersIn = (setting: string): string[] =>
  [...setting.matchAll(secretParameter)].map(([, , value = ""]) => value);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
