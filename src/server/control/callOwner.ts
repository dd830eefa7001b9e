import http from "node:http";
import { DomainError, InvalidError, UnavailableError } from "#domain/errors";
import { type ControlEvent, controlEventSchema, STOP } from "./wire";

export interface OwnerCall {
  operation: string;
  input: unknown;
  /** Settings of the command that are not defaults, by name. */
  settings?: Readonly<Record<string, string>>;
  /** Operating system user who runs the command. Default: unnamed. */
  user?: string;
}

/**
 * Runs an operation in the process that owns the data folder; `stop` ends it early.
 * @returns the operation's output, exactly as if it had run in this process
 * @throws the error of the operation, or UnavailableError if the owner exits
 */
export async function callOwner(
  socket: string,
  { operation, input, settings = {}, user = "" }: OwnerCall,
  report: (share: number, message: string) => void,
  stop?: AbortSignal,
): Promise<unknown> {
  const lines = linesOf(socket, JSON.stringify({ operation, input, settings, user }), stop);
  for await (const line of lines) {
    const event = controlEventSchema.parse(JSON.parse(line));
    if (event.type === "progress") report(event.share, event.message);
    else if (event.type === "result") return event.output;
    else throw asError(event);
  }
  throw ownerIsGone();
}

const ownerIsGone = (cause?: unknown) =>
  new UnavailableError(
    "The server stopped before the command finished. No confirmed changes are lost; run the command again.",
    { cause },
  );

/**
 * The complete lines of the owner's response. If the owner is killed, the response can end anywhere, even
 * within a line.
 */
async function* linesOf(
  socket: string,
  command: string,
  stop: AbortSignal | undefined,
): AsyncGenerator<string> {
  let rest = "";
  const request = http.request({
    socketPath: socket,
    method: "POST",
    path: "/",
    headers: { "content-type": "application/x-ndjson" },
  });
  const askToStop = () => void request.end(`${STOP}\n`);
  try {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on("response", resolve).on("error", reject);
      request.write(`${command}\n`);
      if (stop?.aborted) askToStop();
      stop?.addEventListener("abort", askToStop, { once: true });
    });
    response.setEncoding("utf8");
    for await (const text of response) {
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (cause) {
    throw ownerIsGone(cause);
  } finally {
    stop?.removeEventListener("abort", askToStop);
    request.end();
  }
}

function asError({ kind, message, problems }: Extract<ControlEvent, { type: "error" }>): Error {
  if (kind === "unexpected") return new Error(message);
  return kind === "invalid" ? new InvalidError(message, problems) : new DomainError(kind, message);
}
