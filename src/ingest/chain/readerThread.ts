/**
 * Reads ranges of blocks in a worker thread, so that parsing and decoding of responses do not delay other work of the
 * process, such as pages.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { EndpointFailure } from "./connectClients";
import type { Contract, TransferPortion } from "./ledgerStore";
import type { LogWindow } from "./logWindow";
import type { PortionRequest, ReadPortions } from "./readPortions";
import type { BlockRange } from "./rpcProblem";

declare const CADASTRE_BUILD: string | undefined;

/** What the thread is created with, and what it reads. */
export interface ThreadRequest {
  urls: readonly string[];
  contracts: readonly Contract[];
  range: BlockRange;
  checkedShare: number | undefined;
  windows: ReadonlyMap<string, LogWindow>;
}

/** What the thread sends, each with the endpoints that failed and the windows that changed since the last message. */
export type ThreadMessage = { failures: EndpointFailure[]; windows: ReadonlyMap<string, LogWindow> } & (
  | { portion: TransferPortion }
  | { portion: null; error: string | null }
);

/** Megabytes of objects of a thread: two responses of the largest size, decoded. */
const MOST_HEAP = 512;

/** The built product has a file for the thread beside the folder of its modules; sources are compiled as they load. */
function openWorker(workerData: ThreadRequest): Worker {
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP } };
  if (typeof CADASTRE_BUILD !== "undefined") {
    return new Worker(new URL("../ledgerReader.js", import.meta.url), options);
  }
  const source = JSON.stringify(new URL("./readerWorker.ts", import.meta.url).href);
  const script = `import("tsx/esm/api").then(({ register }) => { register(); return import(${source}); });`;
  return new Worker(script, { ...options, eval: true });
}

/**
 * As `readPortions`, in a thread of its own that ends with the last portion. One portion is read ahead.
 * @throws Error with the message of an error of the thread
 */
export const readInThread: ReadPortions = async function* ({
  clients,
  contracts,
  range,
  failures,
  checkedShare,
  windows,
  signal,
}: PortionRequest): AsyncGenerator<TransferPortion> {
  signal?.throwIfAborted();
  const workerData: ThreadRequest = {
    urls: clients.map(({ url }) => url),
    contracts: contracts.map(({ id, networkId, address, decimals }) => ({
      id,
      networkId,
      address,
      decimals,
    })),
    range,
    checkedShare,
    windows,
  };
  const worker = openWorker(workerData);
  const ended = new AbortController();
  const stops = AbortSignal.any([ended.signal, ...(signal === undefined ? [] : [signal])]);
  const queue: ThreadMessage[] = [];
  worker.on("message", (message: ThreadMessage) => queue.push(message));
  worker.on("error", (error) => ended.abort(error));
  worker.on("exit", () => ended.abort(new Error("The thread that reads transfers has ended.")));
  try {
    for (;;) {
      const message = queue.shift();
      if (message === undefined) {
        await once(worker, "message", { signal: stops }).catch(() => {
          if (queue.length === 0) throw stops.reason;
        });
        continue;
      }
      failures.push(...message.failures);
      for (const [name, window] of message.windows) windows.set(name, window);
      if (message.portion === null) {
        if (message.error !== null) throw new Error(message.error);
        return;
      }
      yield message.portion;
      worker.postMessage("stored");
    }
  } finally {
    await worker.terminate();
  }
};
