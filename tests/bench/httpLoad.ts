import net from "node:net";

export interface HttpLoad {
  url: URL;
  connections: number;
  milliseconds: number;
}

/**
 * Requests per second over persistent connections, each of which sends the next request once a response arrives.
 * Pages are requested compressed, as by browsers. Uses plain sockets: an HTTP client costs more than a server that
 * responds from memory, and would hide the measured difference.
 */
export async function requestsPerSecond({ url, connections, milliseconds }: HttpLoad): Promise<number> {
  const request = [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    "accept: text/html",
    "accept-encoding: gzip, deflate, br, zstd",
    "\r\n",
  ].join("\r\n");
  const start = performance.now();
  const end = start + milliseconds;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => askUntil(end, { url, request: Buffer.from(request) })),
  );
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - start)) * 1000;
}

function askUntil(end: number, { url, request }: { url: URL; request: Buffer }): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    let answers = 0;
    let head = "";
    /** Bytes of the response still to come; null until its head is complete. */
    let missing: number | null = null;
    socket.on("connect", () => socket.write(request));
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`${url} closed the connection after ${answers} answers`)));
    socket.on("data", (chunk) => {
      if (missing === null) {
        head += chunk.toString("latin1");
        const bodyStart = head.indexOf("\r\n\r\n") + 4;
        if (bodyStart < 4) return;
        const length = /^content-length: (\d+)/im.exec(head)?.[1];
        if (!head.startsWith("HTTP/1.1 200 ") || length === undefined) {
          socket.destroy(new Error(`${url} answered ${head.slice(0, bodyStart)}`));
          return;
        }
        missing = Number(length) - (head.length - bodyStart);
      } else missing -= chunk.length;
      if (missing > 0) return;
      answers += 1;
      head = "";
      missing = null;
      if (performance.now() < end) socket.write(request);
      else {
        socket.removeAllListeners("close");
        socket.end(() => resolve(answers));
      }
    });
  });
}
