import net from "node:net";
import { afterEach, expect, it } from "vitest";
import { createMailer } from "./mailer";

const servers: net.Server[] = [];
const sockets = new Set<net.Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(onConnection: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as net.AddressInfo).port;
}

const mail = { to: "ada@firm.example", subject: "s", text: "t", html: "h" };

/** A mailer and the first line that it writes to the log. */
function mailerWithLog(port: number) {
  let onLine: (line: Record<string, unknown>) => void = () => undefined;
  const line = new Promise<Record<string, unknown>>((resolve) => {
    onLine = resolve;
  });
  const mailer = createMailer({
    url: `smtp://me:hunter2hunter2@127.0.0.1:${port}`,
    from: "a@b.example",
    log: { error: (fields: object) => onLine({ ...fields }), warn: () => undefined },
  });
  return { mailer, line };
}

it("throws immediately if the mail server rejects the login, and logs the reason", async () => {
  const port = await listen((socket) => {
    socket.write("220 ready\r\n");
    socket.on("data", (data) => {
      const [command = ""] = String(data).split(" ");
      if (/^EHLO/i.test(command)) socket.write("250-hello\r\n250 AUTH PLAIN\r\n");
      else if (/^AUTH/i.test(command)) socket.write("535 5.7.8 credentials invalid\r\n");
    });
  });
  const { mailer, line } = mailerWithLog(port);
  await expect(mailer.send(mail)).rejects.toMatchObject({ kind: "unavailable" });
  const logged = await line;
  expect(logged).toMatchObject({ to: mail.to, server: `127.0.0.1:${port}`, code: "EAUTH" });
  expect(logged.reason).toContain("credentials invalid");
  expect(JSON.stringify(logged)).not.toContain("hunter2");
  expect(JSON.stringify(logged)).not.toContain(Buffer.from("\0me\0hunter2hunter2").toString("base64"));
});

it("throws immediately if there is no mail server", async () => {
  const port = await listen(() => undefined);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  const { mailer, line } = mailerWithLog(port);
  await expect(mailer.send(mail)).rejects.toMatchObject({ kind: "unavailable" });
  expect((await line).reason).toContain("ECONNREFUSED");
});

it("does not block a request while a mail server hangs, and logs why the mail was not sent", async () => {
  const { mailer, line } = mailerWithLog(await listen(() => undefined));
  await mailer.send(mail);
  expect((await line).reason).toMatch(/greeting never received|did not accept the message/i);
}, 60_000);
