/** Sends one webhook, signed according to the Standard Webhooks specification, with limits on time and size. */
import { Webhook } from "standardwebhooks";
import { DomainError } from "#domain/errors";
import { guardedRequest } from "#ingest";
import type { DeliveryAttempt } from "#stores";
import { addressRule, privateTarget, type WebhookRules } from "./webhookTarget";

export interface SentWebhook {
  /** `webhook-id`: the same for every attempt. */
  id: string;
  url: string;
  secret: string;
  body: string;
  rules: WebhookRules;
  now: Date;
  timeoutMs?: number;
}

/** Timeout of an attempt. */
const TIMEOUT_MS = 15_000;
/** Maximum bytes read of a response, and characters stored of it. */
const READ_BYTES = 16_384;
const KEPT_LETTERS = 500;

/**
 * Sends a webhook once. Redirects are not followed; they count as failures. Never throws: errors are returned as a failed attempt.
 */
export async function sendWebhook(sent: SentWebhook): Promise<DeliveryAttempt> {
  const { now } = sent;
  const startedAt = performance.now();
  const latency = () => Math.round(performance.now() - startedAt);
  try {
    const { status, text } = await post(sent);
    return {
      at: now.toISOString(),
      status,
      latencyMs: latency(),
      detail: excerptOf(text),
      ok: status >= 200 && status < 300,
    };
  } catch (error) {
    return {
      at: now.toISOString(),
      status: null,
      latencyMs: latency(),
      detail: error instanceof DomainError ? error.message : reasonOf(error),
      ok: false,
    };
  }
}

/**
 * The start of a response as text that can be displayed and stored. Cuts between characters, since the store rejects lone surrogates.
 */
const excerptOf = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]+/gu, " ").trim()].slice(0, KEPT_LETTERS).join("");

/** The code of a network error. Its message could expose internal addresses of the operator's network. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "No response.";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "No response in time.";
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? `No response: ${code}.` : "No response.";
}

async function post({ id, url: address, secret, body, rules, now, timeoutMs = TIMEOUT_MS }: SentWebhook) {
  const url = new URL(address);
  if (url.protocol !== "https:" && !rules.anyAddress) throw privateTarget(url.host);
  const { status, bytes } = await guardedRequest({
    url,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-encoding": "identity",
      "user-agent": "Cadastre webhooks",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign(id, now, body),
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
    isAllowed: addressRule(rules),
    refusal: privateTarget,
    // The rest does not affect whether the webhook was received.
    maxBytes: READ_BYTES,
  });
  return { status, text: new TextDecoder().decode(bytes) };
}
