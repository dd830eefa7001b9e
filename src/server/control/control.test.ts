import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { InvalidError } from "#domain/errors";
import { callOwner } from "./callOwner";
import { type ControlServer, createControlServer, type OperationRunner } from "./controlServer";

let folder: string;
let socket: string;
let server: ControlServer | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cadastre-control-"));
  socket = path.join(folder, "control.sock");
});
afterEach(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const serve = async (runner: OperationRunner | Promise<OperationRunner>) => {
  server = createControlServer(Promise.resolve(runner));
  await server.listen(socket);
};

describe("a command over the control socket", () => {
  it("reports its progress and returns its output", async () => {
    await serve(async (operation, input, report) => {
      report(0.5, "half");
      return { operation, input };
    });
    const seen: [number, string][] = [];
    const output = await callOwner(
      socket,
      { operation: "import", input: { files: ["a"] } },
      (share, message) => seen.push([share, message]),
    );
    expect(output).toEqual({ operation: "import", input: { files: ["a"] } });
    expect(seen).toEqual([[0.5, "half"]]);
  });

  it("passes on the settings and the system user of the command", async () => {
    await serve(async (_operation, _input, _report, _stop, command) => command);
    const call = { operation: "import", input: {}, settings: { PORT: "1" }, user: "alice" };
    expect(await callOwner(socket, call, () => undefined)).toEqual({
      settings: { PORT: "1" },
      user: "alice",
    });
  });

  it("is stopped on request, even before it starts, and its message is returned", async () => {
    await serve(async (_operation, _input, report, stop) => {
      report(0.1, "begun");
      await new Promise<void>((resolve) => {
        if (stop?.aborted) resolve();
        else stop?.addEventListener("abort", () => resolve());
      });
      throw new InvalidError("stopped between two files");
    });
    for (const isEarly of [false, true]) {
      const stopping = new AbortController();
      if (isEarly) stopping.abort();
      const failure = callOwner(
        socket,
        { operation: "import", input: {} },
        () => stopping.abort(),
        stopping.signal,
      );
      await expect(failure).rejects.toThrow("stopped between two files");
    }
  });

  it("continues in the owner if the command disconnects without stopping it", async () => {
    let leave: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (leave = resolve));
    const isStopped: Record<string, boolean | undefined> = {};
    await serve(async (operation, _input, report, stop) => {
      report(0.5, "half");
      await gone;
      isStopped[operation] = stop?.aborted;
      return null;
    });
    const command = http.request({ socketPath: socket, method: "POST", path: "/" });
    command.write('{"operation":"import","input":{}}\n');
    const [response]: http.IncomingMessage[] = await once(command, "response");
    await once(response ?? command, "data");
    const closed = once(command, "close");
    command.on("error", () => undefined).destroy();
    await closed;
    // Responds after the owner has seen the first command disconnect.
    await callOwner(socket, { operation: "export", input: {} }, () => leave());
    expect(isStopped).toEqual({ import: false, export: false });
  });

  it("throws the owner's error, with its problems", async () => {
    await serve(async () => {
      throw new InvalidError("not a metric", [{ path: "metric", message: "unknown" }]);
    });
    const failure = callOwner(socket, { operation: "import", input: {} }, () => undefined);
    await expect(failure).rejects.toBeInstanceOf(InvalidError);
    await expect(failure).rejects.toMatchObject({ problems: [{ path: "metric", message: "unknown" }] });
  });

  it("waits until the owner has started", async () => {
    let ready: (runner: OperationRunner) => void = () => undefined;
    await serve(new Promise<OperationRunner>((resolve) => (ready = resolve)));
    const answer = callOwner(socket, { operation: "x", input: null }, () => undefined);
    ready(async () => "done");
    expect(await answer).toBe("done");
  });

  it.each([
    ["before it answers", ""],
    ["after a line", '{"type":"progress","share":0.5,"message":"half"}\n'],
    ["within a line", '{"type":"progress","share":0.5,"message":"half"}\n{"type":"resu'],
  ])("says in words that the owner was killed %s", async (_, sent) => {
    const killed = http.createServer((request, response) => {
      request.resume();
      if (sent === "") request.socket.destroy();
      else response.write(sent, () => setTimeout(() => request.socket.destroy(), 20));
    });
    await new Promise<void>((resolve) => killed.listen(socket, resolve));
    const seen: string[] = [];
    const failure = callOwner(socket, { operation: "import", input: {} }, (__, message) =>
      seen.push(message),
    );
    await expect(failure).rejects.toThrow("The server stopped before the command finished.");
    expect(seen).toEqual(sent === "" ? [] : ["half"]);
    await new Promise((resolve) => killed.close(resolve));
  });

  it("does not delay an owner that stops while a connection is idle", async () => {
    await serve(async () => null);
    const silent = net.connect(socket);
    await once(silent, "connect");
    const ended = once(silent, "close");
    await server?.close();
    await ended;
  });

  it("is not accessible to other users", async () => {
    await serve(async () => null);
    expect((await stat(socket)).mode & 0o077).toBe(0);
  });
});
