import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "hono";
import { SAMPLE_HEADER } from "#domain/api";
import { TimeoutError } from "#domain/errors";
import type { RowFile } from "#market";
import { currentWork, type FairQueue, forVisitor } from "#stores";
import { closeConnection, guarded, type SendingGuard } from "../http/sendingGuard";
import { warningHeader } from "./respond";

export interface FileOptions {
  make: () => Promise<Omit<RowFile, "rows">>;
  /** Name of the file without its extension. */
  name: string;
  queue: FairQueue;
  /** Ends the response when its reader can no longer access the rest. */
  guard?: SendingGuard;
  /** `unreadMs`: how long sent data can stay unread. `totalMs`: how long the download can take in total. */
  unreadMs?: number;
  totalMs?: number;
}

/** Maximum bytes per chunk, so that a client that stops reading stops the computation. */
const PIECE_BYTES = 65_536;

/**
 * Streams a file at the speed at which it is read, in a queue slot of the visitor. The computation ends when the client
 * disconnects or stops reading. Failures before the first bytes become an error response.
 */
export async function fileResponse(
  c: Context,
  { make, name, queue, guard, unreadMs = 30_000, totalMs = 600_000 }: FileOptions,
): Promise<Response> {
  const { visitor, signal, spent } = currentWork();
  const end = new AbortController();
  const release = await queue.enter({ visitor, signal });
  const close = () => {
    release();
    clearTimeout(total);
  };
  const total = setTimeout(() => end.abort(), totalMs).unref();
  const work = {
    visitor,
    spent,
    signal: AbortSignal.any([end.signal, ...(signal === null ? [] : [signal])]),
  };
  try {
    return await forVisitor(work, async () => {
      const file = await make();
      // Set only once there is a file, since error responses must not have these headers.
      const describe = () => {
        c.header("Content-Type", file.contentType);
        c.header("Content-Disposition", `attachment; filename="${name}.${file.format}"`);
        if (file.hasSample === true) c.header(SAMPLE_HEADER, "true");
        for (const { message } of file.warnings ?? []) {
          c.header("Warning", warningHeader(message), { append: true });
        }
      };
      if (c.req.method === "HEAD") {
        close();
        describe();
        return c.body(null);
      }
      const unguarded = piecesOf(file.bytes);
      const pieces = guard === undefined ? unguarded : guarded(c, unguarded, guard);
      const first = await pieces.next();
      const second = first.done ? first : await pieces.next();
      describe();
      if (second.done) {
        // The file is complete: release the slot before sending.
        close();
        return first.done ? c.body(null) : c.body(new Uint8Array(first.value));
      }
      return c.body(pulled(c, { pieces, read: [first, second], end, unreadMs, signal: work.signal, close }));
    });
  } catch (error) {
    close();
    throw error;
  }
}

async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      yield chunk.subarray(from, from + PIECE_BYTES);
    }
  }
}

interface Pulled {
  pieces: AsyncGenerator<Uint8Array>;
  /** Chunks read before the response started. */
  read: IteratorResult<Uint8Array>[];
  end: AbortController;
  signal: AbortSignal;
  unreadMs: number;
  close: () => void;
}

function pulled(
  c: Context,
  { pieces, read, end, signal, unreadMs, close }: Pulled,
): ReadableStream<Uint8Array> {
  // Chunks are pulled outside the request context; the statement must still run for the visitor.
  const inRequest = AsyncLocalStorage.snapshot();
  let unread: NodeJS.Timeout | undefined;
  let left: () => void = () => undefined;
  const finish = () => {
    clearTimeout(unread);
    signal.removeEventListener("abort", left);
    close();
  };
  const stop = () => {
    finish();
    end.abort();
    void inRequest(() => pieces.return(undefined)).catch(() => undefined);
  };
  const untilRead = () => {
    unread = setTimeout(() => end.abort(), unreadMs).unref();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        left = () => {
          stop();
          if (closeConnection(c)) return;
          controller.error(new TimeoutError("The download was interrupted before the file was complete."));
        };
        signal.addEventListener("abort", left, { once: true });
        untilRead();
      },
      async pull(controller) {
        clearTimeout(unread);
        let next: IteratorResult<Uint8Array>;
        try {
          next = read.shift() ?? (await inRequest(() => pieces.next()));
        } catch (error) {
          stop();
          throw error;
        }
        if (next.done === true) {
          finish();
          controller.close();
          return;
        }
        controller.enqueue(next.value);
        untilRead();
      },
      cancel: stop,
    },
    // Computes no chunk before it is pulled.
    { highWaterMark: 0 },
  );
}
