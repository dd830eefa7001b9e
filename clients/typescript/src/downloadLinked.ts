import type { LinkedFile } from "./Cadastre.js";
import { CadastreError } from "./CadastreError.js";
import { pause, type RequestOptions, type Sender, send, waitFor } from "./request.js";

/** The bytes of a file of a signed link. If the connection breaks, the rest is requested. */
export async function* downloadLinked(
  sender: Sender,
  { file, base, signal }: RequestOptions & { file: LinkedFile; base: URL },
): AsyncGenerator<Uint8Array, void, undefined> {
  const { pathname, search } = new URL(file.url);
  // Uses the configured base URL, which may differ from the public one.
  const url = new URL(pathname + search, base);
  // Sends no key: the link is sufficient, and third parties may log its requests.
  const keyless = { ...sender, key: null };
  let had = 0;
  let tried = 0;
  while (had < file.bytes) {
    try {
      const headers = { range: `bytes=${had}-`, "if-range": `"${file.sha256}"` };
      const answer = await send(keyless, url, { signal, accept: "*/*", headers });
      if (answer.status !== 206) throw new CadastreError(answer.status, null);
      for await (const part of partsOf(answer)) {
        had += part.length;
        tried = 0;
        yield part;
      }
      if (had < file.bytes) throw new Error("The connection closed before the end of the file.");
    } catch (error) {
      if (error instanceof CadastreError || signal?.aborted || tried >= sender.retries) throw error;
      await pause(waitFor(null, tried), signal);
      tried += 1;
    }
  }
}

async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return;
      yield value;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
