import { expect, test } from "vitest";
import { withFirstChunk } from "./withFirstChunk";

test("a reader who disconnects during the response is not a failure", async () => {
  const failures: unknown[] = [];
  let release: () => void = () => undefined;
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  let pieces = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        pieces += 1;
        if (pieces === 1) return controller.enqueue(new Uint8Array(1));
        await blocked;
      },
    },
    { highWaterMark: 0 },
  );
  const answer = await withFirstChunk(new Response(body), (error) => failures.push(error));
  const reader = answer.body?.getReader();
  await reader?.read();
  const rest = reader?.read();
  await new Promise((resolve) => setImmediate(resolve));
  await reader?.cancel();
  release();
  expect(await rest).toEqual({ done: true, value: undefined });
  await new Promise((resolve) => setImmediate(resolve));
  expect(failures).toEqual([]);
});
