import { lookup } from "node:dns/promises";
import { setTimeout as wait } from "node:timers/promises";
import { ForbiddenError, InvalidError } from "#domain/errors";
import { watchTextLimits } from "#domain/watches";
import { type AddressRule, hostOf, isPublicAddress, isRefusedHost } from "#ingest";

/** Restrictions on webhook addresses. */
export interface WebhookRules {
  /** Allows plain HTTP and private addresses, for closed networks and tests. */
  anyAddress: boolean;
}

export const addressRule = ({ anyAddress }: WebhookRules): AddressRule =>
  anyAddress ? () => true : isPublicAddress;

export const privateTarget = (host: string): ForbiddenError =>
  new ForbiddenError(`${host} is a private address. Webhooks are sent to public addresses only.`);

/** Host names that always resolve to this machine or its local network. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)$/i;

/** Timeout of the DNS lookup when an endpoint is created. */
const LOOKUP_MS = 3_000;

/**
 * Validates the URL of an endpoint before it is stored, including the addresses that its host name currently resolves to. Each
 * connection checks them again, since they can change.
 * @throws InvalidError naming the field `url`
 */
export async function webhookTarget(text: string, rules: WebhookRules): Promise<string> {
  const url = readTarget(text.trim(), rules);
  const isAllowed = addressRule(rules);
  const found = await Promise.race([
    lookup(hostOf(url), { all: true }).catch(() => []),
    wait(LOOKUP_MS, [], { ref: false }),
  ]);
  if (isRefusedHost(url, isAllowed) || found.some(({ address }) => !isAllowed(address)))
    throw problem(PRIVATE);
  return url.href;
}

const PRIVATE = "Private addresses cannot receive webhooks";
const problem = (message: string) => new InvalidError(message, [{ path: "url", message }]);

function readTarget(text: string, rules: WebhookRules): URL {
  if (text.length > watchTextLimits.url) {
    throw problem(`Use at most ${watchTextLimits.url.toLocaleString("en")} characters`);
  }
  if (!URL.canParse(text)) throw problem("Enter a URL such as https://example.org/hooks");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(rules.anyAddress && url.protocol === "http:")) {
    throw problem("Use a URL that starts with https://");
  }
  if (url.username !== "" || url.password !== "") {
    throw problem("Remove the user name and password from the URL");
  }
  // Port 0 accepts no connections.
  if (url.port === "0") throw problem("Use a port from 1 to 65,535");
  if (!rules.anyAddress && LOCAL_NAMES.test(url.hostname.replace(/\.$/, ""))) throw problem(PRIVATE);
  url.hash = "";
  return url;
}
