/** Sends one webhook, signed according to the Standard Webhooks specification, with limits on time and size. */
import http from "node:http";
import https from "node:https";
import { Webhook } from "standardwebhooks";
import { DomainError } from "#domain";
import { isRefusedHost, lookupWithin } from "#ingest";
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

function post({ id, url: address, secret, body, rules, now, timeoutMs = TIMEOUT_MS }: SentWebhook) {
  const url = new URL(address);
  const mayAsk = addressRule(rules);
  const isSecure = url.protocol === "https:";
  if (!isSecure && !rules.anyAddress) throw privateTarget(url.host);
  if (isRefusedHost(url, mayAsk)) throw privateTarget(url.hostname);
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const fail = (cause: Error) => reject(signal.aborted ? signal.reason : cause);
    const closed = () => fail(new Error("The connection was closed."));
    let isAnswered = false;
    const request = (isSecure ? https : http).request(
      url,
      {
        method: "POST",
        signal,
        lookup: lookupWithin(mayAsk, privateTarget),
        agent: false,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "accept-encoding": "identity",
          "user-agent": "Cadastre webhooks",
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
          "webhook-signature": new Webhook(secret).sign(id, now, body),
        },
      },
      (response) => {
        isAnswered = true;
        const { statusCode: status = 0 } = response;
        const pieces: Buffer[] = [];
        let size = 0;
        const done = () =>
          resolve({ status, text: new TextDecoder().decode(Buffer.concat(pieces).subarray(0, READ_BYTES)) });
        response.on("data", (piece: Buffer) => {
          pieces.push(piece);
          size += piece.length;
          if (size < READ_BYTES) return;
          // The rest does not affect whether the webhook was received.
          done();
          response.destroy();
        });
        response.on("end", done);
        response.on("error", fail);
        response.on("close", closed);
      },
    );
    request.on("error", fail);
    // Without an `upgrade` listener, the connection would close without a response event.
    request.on("upgrade", ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      resolve({ status, text: "" });
    });
    // The response may still be in progress when the request closes; its own events end the attempt.
    request.on("close", () => {
      if (!isAnswered) closed();
    });
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
    request.end(body);
  });
}
