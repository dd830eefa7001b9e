import type { Duplex } from "node:stream";

/**
 * Responds to bytes that are not HTTP, or to a head above the limit, before a request object exists. Uses the
 * format of API errors, since the requested path is unknown.
 */
export function refuseMalformed(
  { code }: NodeJS.ErrnoException,
  socket: Duplex,
  maxHeaderBytes: number,
): void {
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = refusalOf(code, maxHeaderBytes);
  const body = JSON.stringify({ message });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "X-Content-Type-Options: nosniff",
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

function refusalOf(code: string | undefined, maxHeaderBytes: number): [status: string, message: string] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return [
        "431 Request Header Fields Too Large",
        `The URL and headers of a request are limited to ${maxHeaderBytes.toLocaleString("en")} bytes in total. Request less at once.`,
      ];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return ["408 Request Timeout", "The request timed out before it was complete. Send it again."];
    default:
      return ["400 Bad Request", "This is not a valid HTTP request."];
  }
}
