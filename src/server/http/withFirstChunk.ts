/**
 * Message of the error that ends an incomplete response; its reader sees that the response is interrupted.
 */
const BROKEN_OFF = "The response could not be sent completely.";

/**
 * Waits for the first bytes of a response: until then an error can be reported as such, where the server
 * would send the message of the failure. A later failure ends the connection without its reason.
 *
 * @param onLateFailure receives an error after the first bytes
 * @throws an error before them
 */
export async function withFirstChunk(
  response: Response,
  onLateFailure: (error: unknown) => void,
): Promise<Response> {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  let first: Awaited<ReturnType<typeof reader.read>> | null = await reader.read();
  let isLeft = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = first ?? (await reader.read());
          first = null;
          // A reader who has disconnected gets nothing more; this is not a failure.
          if (isLeft) return;
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          if (isLeft) return;
          onLateFailure(error);
          controller.error(new Error(BROKEN_OFF));
        }
      },
      cancel: (reason) => {
        isLeft = true;
        return reader.cancel(reason);
      },
    },
    // Nothing is produced before it is read.
    { highWaterMark: 0 },
  );
  return new Response(stream, response);
}
