/** A real mail server on loopback that keeps what it receives. */
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  /** Receivers of the envelope. */
  to: string[];
  subject: string;
  text: string;
  html: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** Six digits from the newest mail to an address. */
  codeFor(email: string): string;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const mail = await PostalMime.parse(Buffer.concat(chunks));
      mails.push({
        to: session.envelope.rcptTo.map((receiver) => receiver.address),
        subject: mail.subject ?? "",
        text: mail.text ?? "",
        html: mail.html ?? "",
      });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    codeFor: (email) => {
      const codes = mails
        .filter((mail) => mail.to.includes(email))
        .flatMap((mail) => /^(\d{6})$/m.exec(mail.text)?.[1] ?? []);
      const code = codes.at(-1);
      if (code === undefined) throw new Error(`no code was sent to ${email}`);
      return code;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
