/** The thread of `readInThread`: sends the portions of a range, at most one more than the process has stored. */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { EndpointFailure } from "./connectClients";
import type { ThreadMessage, ThreadRequest } from "./readerThread";
import { readPortions } from "./readPortions";
import { openRpcClient } from "./rpcClient";

const READ_AHEAD = 1;

async function sendPortions(port: NonNullable<typeof parentPort>): Promise<void> {
  const { urls, contracts, range, checkedShare, windows: learned } = workerData as ThreadRequest;
  const clients = urls.map((url) => openRpcClient({ url }));
  const failures: EndpointFailure[] = [];
  const windows = new Map(learned);
  const sent = new Map(learned);
  const send = (message: Pick<ThreadMessage, "portion"> & { error?: string | null }) => {
    const changed = new Map([...windows].filter(([name, window]) => sent.get(name) !== window));
    for (const [name, window] of changed) sent.set(name, window);
    port.postMessage({ ...message, failures: failures.splice(0), windows: changed });
  };
  let unstored = 0;
  port.on("message", () => {
    unstored -= 1;
  });
  try {
    for await (const portion of readPortions({
      clients,
      contracts,
      range,
      failures,
      checkedShare,
      windows,
    })) {
      while (unstored > READ_AHEAD) await once(port, "message");
      send({ portion });
      unstored += 1;
    }
    send({ portion: null, error: null });
  } catch (error) {
    send({ portion: null, error: error instanceof Error ? error.message : String(error) });
  } finally {
    for (const client of clients) client.close();
    port.close();
  }
}

if (parentPort !== null) await sendPortions(parentPort);
