/** An answer that is made while it is sent could not be made to its end. Its reader sees that it breaks off. */
const BROKEN_OFF = "The response could not be sent completely.";

/**
 * The same answer, once its first bytes are there: until then an error can be told as one, where the server would
 * send the words of whatever failed. What fails later ends the connection and says nothing of why either.
 *
 * @param onLateFailure told of what failed after the first bytes
 * @throws what failed before them
 */
export async function withFirstChunk(
  answer: Response,
  onLateFailure: (error: unknown) => void,
): Promise<Response> {
  if (answer.body === null) return answer;
  const reader = answer.body.getReader();
  let first: Awaited<ReturnType<typeof reader.read>> | null = await reader.read();
  let isLeft = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = first ?? (await reader.read());
          first = null;
          // Who has left in the meantime is told nothing more, and nothing has failed.
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
    // Nothing is made ahead of being read.
    { highWaterMark: 0 },
  );
  return new Response(stream, answer);
}
