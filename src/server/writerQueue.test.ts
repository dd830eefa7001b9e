import { describe, expect, it } from "vitest";
import { createWriterQueue, StoppedError } from "./writerQueue";

describe("writers of market data", () => {
  it("run one at a time, even after a failure", async () => {
    const queue = createWriterQueue();
    const order: string[] = [];
    const first = queue.run(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push("first");
      throw new Error("first");
    });
    const second = queue.run(async () => order.push("second"));
    expect(queue.isBusy()).toBe(true);
    await expect(first).rejects.toThrow("first");
    await second;
    expect(order).toEqual(["first", "second"]);
    expect(queue.isBusy()).toBe(false);
  });

  it("report which work they wait for", async () => {
    const queue = createWriterQueue();
    const waits: string[] = [];
    const onWait = (label: string) => waits.push(label);
    const first = queue.run(async () => undefined, { label: "Complete exports", onWait });
    await queue.run(async () => undefined, { label: "File imports", onWait });
    await first;
    await queue.run(async () => undefined, { onWait });
    expect(waits).toEqual(["Complete exports"]);
  });

  it("end at their next checkpoint after a stop, and no others start", async () => {
    const queue = createWriterQueue();
    const done: string[] = [];
    let go: () => void = () => undefined;
    const going = new Promise<void>((resolve) => {
      go = resolve;
    });
    const running = queue.run(async (checkpoint) => {
      checkpoint();
      await going;
      done.push("what cannot be left half done");
      checkpoint();
      done.push("never");
    });
    const waiting = queue.run(async () => done.push("never"));
    // Entered before the stop, so that it is running.
    await Promise.resolve();
    const stopped = queue.stop();
    go();
    await expect(running).rejects.toThrow(StoppedError);
    await expect(waiting).rejects.toThrow(StoppedError);
    await stopped;
    expect(done).toEqual(["what cannot be left half done"]);
    await expect(queue.run(async () => 1)).rejects.toThrow(StoppedError);
  });
});
