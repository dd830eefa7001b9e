/** A real mail server on loopback that stores received emails. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  /** Recipients of the envelope. */
  to: string[];
  /** Reply address, if it is not the sender. */
  replyTo: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** By name in lower case. */
  headers: Readonly<Record<string, string>>;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** Six digits from the latest email to an address. */
  codeFor(email: string): string;
  stop(): Promise<void>;
}

/** Greets at once. The library waits 100 ms, to catch senders that do not wait: most of the time of a sign-in. */
class PromptServer extends SMTPServer {
  override connect(...accepted: unknown[]): void {
    Reflect.apply(SMTPServer.prototype.connect, this, accepted);
    const greeted = [...this.connections].at(-1);
    greeted?.connectionReady();
    // What its timer would call.
    if (greeted !== undefined) greeted.connectionReady = () => {};
  }
}

/** @param folder also stores emails as files, for tests in other processes. Default: none. */
export async function startMailServer({ folder }: { folder?: string } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new PromptServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    // Loopback has no name to look up.
    disableReverseLookup: true,
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const mail = await PostalMime.parse(Buffer.concat(chunks));
      const received: ReceivedMail = {
        to: session.envelope.rcptTo.map((receiver) => receiver.address),
        replyTo: (mail.replyTo ?? []).flatMap(({ address }) => address ?? []),
        subject: mail.subject ?? "",
        text: mail.text ?? "",
        html: mail.html ?? "",
        messageId: mail.messageId ?? "",
        headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
      };
      mails.push(received);
      if (folder !== undefined) keepIn(folder, nameOf(mails.length), received);
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    codeFor: (email) => codeIn(mails, email),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Six digits from the latest email to an address that a server of another process has stored in a folder. */
export const codeInFolder = (folder: string, email: string): string => codeIn(mailsInFolder(folder), email);

/** All emails that a server of another process has stored in a folder. */
export const mailsInFolder = (folder: string): ReceivedMail[] =>
  readdirSync(folder)
    .toSorted()
    .map((name): ReceivedMail => JSON.parse(readFileSync(path.join(folder, name), "utf8")));

/** Writes atomically: a reader finds all of an email or nothing of it. */
function keepIn(folder: string, name: string, mail: ReceivedMail): void {
  const unfinished = `${folder}-unfinished`;
  writeFileSync(unfinished, JSON.stringify(mail));
  renameSync(unfinished, path.join(folder, name));
}

/** Names sort as numbers do. */
const nameOf = (number: number): string => `${String(number).padStart(6, "0")}.json`;

function codeIn(mails: readonly ReceivedMail[], email: string): string {
  const codes = mails
    .filter((mail) => mail.to.includes(email))
    .flatMap((mail) => /^(\d{6})$/m.exec(mail.text)?.[1] ?? []);
  const code = codes.at(-1);
  if (code === undefined) throw new Error(`no code was sent to ${email}`);
  return code;
}
