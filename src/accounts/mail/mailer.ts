/** Outgoing mail. Without a server it is written to the log, which only suits development. */
import { setTimeout as wait } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { maskSecrets, UnavailableError } from "#domain/errors";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where replies go; default: to the sender. */
  replyTo?: string;
  /** `<…@host>`; generated if omitted. */
  messageId?: string;
  /** Additional headers, by name. */
  headers?: Readonly<Record<string, string>>;
}

export interface Mailer {
  /** True if mail is written to the log instead of sent. */
  logsOnly: boolean;
  /**
   * Sends a mail. Waits for a slow server only briefly: sending then continues in the background and the log
   * records the result.
   * @param options.untilSent waits until the server has accepted it, for mail that is retried otherwise
   * @throws UnavailableError if the mail server rejects it or cannot be reached in that time
   */
  send(mail: Mail, options?: { untilSent?: boolean }): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587`; null writes mail to the log. */
  url: string | null;
  from: string;
  log: Pick<Logger, "warn" | "error">;
}

/** Maximum time that a request waits for the mail server. */
const PATIENCE_MS = 3_000;
/** A mail is sent or abandoned by then. */
const DEADLINE_MS = 9_000;

export function createMailer({ url, from, log }: MailerOptions): Mailer {
  if (url === null) {
    return {
      logsOnly: true,
      send: async ({ to, subject, text }) =>
        log.warn({ to, subject }, `No mail server is configured (SMTP_URL). Email, not sent:\n${text}`),
      close: () => undefined,
    };
  }
  const transport = createTransport(withTimeouts(url), { from });
  const { host } = new URL(url);
  const attempt = async ({ to, replyTo, subject, text, html, messageId, headers }: Mail) => {
    const sending = transport.sendMail({
      to: oneAddress(to),
      ...(replyTo === undefined ? {} : { replyTo: oneAddress(replyTo) }),
      subject,
      text,
      html,
      ...(messageId === undefined ? {} : { messageId }),
      ...(headers === undefined ? {} : { headers }),
    });
    sending.catch(() => undefined);
    const late = wait(DEADLINE_MS, undefined, { ref: false }).then(() => {
      throw new Error(`${host} did not accept the message within ${DEADLINE_MS / 1000} seconds`);
    });
    try {
      await Promise.race([sending, late]);
    } catch (cause) {
      log.error({ to, server: host, ...reasonOf(cause) }, "Mail could not be sent");
      throw new UnavailableError("The mail server did not accept the message. Try again in a moment.", {
        cause,
      });
    } finally {
      late.catch(() => undefined);
    }
  };
  return {
    logsOnly: false,
    send: async (mail, { untilSent = false } = {}) => {
      const sending = attempt(mail);
      if (untilSent) return sending;
      sending.catch(() => undefined);
      await Promise.race([sending, wait(PATIENCE_MS, undefined, { ref: false })]);
    },
    close: () => transport.close(),
  };
}

/** As an object the text is a single address: no part of it can name another receiver. */
const oneAddress = (address: string) => ({ name: "", address });

/** Reason for the logs: only codes and texts known not to contain a password. */
function reasonOf(cause: unknown): { reason: string; code?: string } {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return {
    reason: maskSecrets(String(message ?? cause)),
    ...(typeof code === "string" ? { code } : {}),
  };
}

/** Sets shorter timeouts than the library's two minutes. Timeouts in the URL take precedence. */
function withTimeouts(url: string): string {
  const address = new URL(url);
  for (const [name, milliseconds] of [
    ["connectionTimeout", 5_000],
    ["greetingTimeout", 5_000],
    ["socketTimeout", 8_000],
    ["dnsTimeout", 5_000],
  ] as const) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(milliseconds));
  }
  return address.href;
}
