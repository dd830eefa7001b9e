/** Outgoing mail. Without a server it goes to the log, which only suits a developer's machine. */
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { UnavailableError } from "#domain";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** True where mail is written to the log instead of being sent. */
  logsOnly: boolean;
  /** @throws UnavailableError when the mail server does not take it */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587`; null writes mail to the log. */
  url: string | null;
  from: string;
  log: Logger;
}

export function createMailer({ url, from, log }: MailerOptions): Mailer {
  if (url === null) {
    return {
      logsOnly: true,
      send: async ({ to, subject, text }) =>
        log.warn({ to, subject }, `Mail is not configured (SMTP_URL):\n${text}`),
      close: () => undefined,
    };
  }
  const transport = createTransport(url, { from });
  return {
    logsOnly: false,
    send: async ({ to, subject, text, html }) => {
      try {
        // As an object, the address is one address: no part of it can name another receiver.
        await transport.sendMail({ to: { name: "", address: to }, subject, text, html });
      } catch (cause) {
        throw new UnavailableError("The mail server did not take the message. Try again in a moment.", {
          cause,
        });
      }
    },
    close: () => transport.close(),
  };
}
