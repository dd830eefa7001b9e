import { lookup } from "node:dns/promises";
import { setTimeout as wait } from "node:timers/promises";
import { ForbiddenError, InvalidError, watchTextLimits } from "#domain";
import { type AddressRule, isPublicAddress, isRefusedHost } from "#ingest";

/** Which addresses webhooks may go to. */
export interface WebhookRules {
  /** Also plain HTTP and private addresses: for closed networks and tests. */
  anyAddress: boolean;
}

export const addressRule = ({ anyAddress }: WebhookRules): AddressRule =>
  anyAddress ? () => true : isPublicAddress;

export const privateTarget = (host: string): ForbiddenError =>
  new ForbiddenError(`${host} is a private address. Webhooks are sent to public addresses only.`);

/** Names that stand for this machine or the network around it wherever they are asked for. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)$/i;

/** How long making an endpoint waits for the addresses of its name. */
const LOOKUP_MS = 3_000;

/**
 * The address of an endpoint, checked before it is stored: also the addresses that its name stands for now. They are
 * checked again with each connection, since they may change.
 * @throws InvalidError naming the field `url`
 */
export async function webhookTarget(text: string, rules: WebhookRules): Promise<string> {
  const url = readTarget(text.trim(), rules);
  const mayAsk = addressRule(rules);
  const found = await Promise.race([
    lookup(url.hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []),
    wait(LOOKUP_MS, [], { ref: false }),
  ]);
  if (isRefusedHost(url, mayAsk) || found.some(({ address }) => !mayAsk(address))) throw problem(PRIVATE);
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
  // No connection can be made to port 0.
  if (url.port === "0") throw problem("Use a port from 1 to 65,535");
  if (!rules.anyAddress && LOCAL_NAMES.test(url.hostname.replace(/\.$/, ""))) throw problem(PRIVATE);
  url.hash = "";
  return url;
}
