import { describe, expect, it } from "vitest";
import { createRowLedger, RowQuota } from "./rowQuota";

/** An organization limited to 100 rows a month, and requests that end on demand. */
function setUp() {
  let used = 0;
  const quota = new RowQuota(createRowLedger(async () => used));
  const entered: string[] = [];
  const ask = (name: string, most: number, signal: AbortSignal | null = null) => {
    const taken = quota
      .take({
        organizationId: "o",
        limit: 100,
        most,
        usedUp: () => new Error("used up"),
        signal,
      })
      .then((release) => {
        entered.push(name);
        return release;
      });
    taken.catch(() => undefined);
    return {
      taken,
      /** Counts the rows sent, as a response does, and releases the slot. */
      end: async (rows: number) => {
        const release = await taken;
        used += rows;
        await release();
        await settled();
      },
    };
  };
  return { ask, entered };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("monthly row quota", () => {
  it("runs requests concurrently while they fit below the limit", async () => {
    const { ask, entered } = setUp();
    for (const name of ["a", "b", "c"]) ask(name, 30);
    await settled();
    expect(entered).toEqual(["a", "b", "c"]);
  });

  it("runs requests one at a time near the limit, so that a burst exceeds it by one request at most", async () => {
    const { ask, entered } = setUp();
    const burst = ["a", "b", "c", "d"].map((name) => ask(name, 60));
    await settled();
    expect(entered).toEqual(["a"]);
    await burst[0]?.end(60);
    expect(entered).toEqual(["a", "b"]);
    await burst[1]?.end(60);
    for (const late of burst.slice(2)) await expect(late.taken).rejects.toThrow("used up");
    expect(entered).toEqual(["a", "b"]);
  });

  it("makes a request with an unknown number of rows wait for earlier ones, and later ones wait for it", async () => {
    const { ask, entered } = setUp();
    const list = ask("list", 10);
    const file = ask("file", Infinity);
    const late = ask("late", 10);
    await settled();
    expect(entered).toEqual(["list"]);
    await list.end(10);
    expect(entered).toEqual(["list", "file"]);
    await file.end(0);
    expect(entered).toEqual(["list", "file", "late"]);
    await late.end(10);
  });

  it("releases the slot of a request that was cancelled or whose response failed", async () => {
    const { ask, entered } = setUp();
    const gone = new AbortController();
    const first = ask("first", 90);
    const left = ask("left", 90, gone.signal);
    const last = ask("last", 90);
    await settled();
    gone.abort();
    await expect(left.taken).rejects.toMatchObject({ kind: "cancelled" });
    await first.end(0);
    expect(entered).toEqual(["first", "last"]);
    await last.end(0);
  });
});
