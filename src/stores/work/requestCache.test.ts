import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { QueueRefusedError } from "./fairQueue";
import { cacheMemory, RequestCache } from "./requestCache";
import { noteRead, noteUntrackedRead } from "./trackedReads";
import { currentWork, forVisitor } from "./visitorWork";

interface Page {
  text: string;
}

const NAME = "pages of a test";

/** A cache whose computations end when a test resolves them; each result takes a thousand bytes. */
function setUp(maxBytes = 1_000_000) {
  const cache = new RequestCache<Page>({ name: NAME, maxBytes });
  const started: { key: string; signal: AbortSignal | null; end: (text: string | Error) => void }[] = [];
  const request = (key: string, { version = "1", bytes = 1_000 as number | null } = {}) =>
    cache.get({
      version,
      key,
      compute: () =>
        new Promise((resolve, reject) => {
          const end = (text: string | Error) => (typeof text === "string" ? resolve({ text }) : reject(text));
          started.push({ key, signal: currentWork().signal, end });
        }),
      sizeOf: () => bytes,
    });
  /** Requests a result and resolves its computation at once, if one starts. */
  const get = async (key: string, options: Parameters<typeof request>[1] = {}) => {
    const before = started.length;
    const result = request(key, options);
    if (started.length > before) started.at(-1)?.end(`${key} ${started.length}`);
    return (await result).text;
  };
  const cachedBytes = () => cacheMemory().get(NAME)?.bytes;
  return { cache, request, get, started, cachedBytes };
}

/** A request of a visitor who can disconnect. */
function visitor(request: () => Promise<Page>) {
  const connection = new AbortController();
  const result = forVisitor({ visitor: "a", signal: connection.signal }, request);
  result.catch(() => undefined);
  return { result, disconnect: () => connection.abort() };
}

test("a result is computed once for requests during and after its computation", async () => {
  const { cache, request, started } = setUp();
  expect(cache.has({ version: "1", key: "a" })).toBe(false);
  const requests = [request("a"), request("a"), request("a")];
  expect(cache.has({ version: "1", key: "a" })).toBe(true);
  started[0]?.end("one");
  const [first, ...others] = await Promise.all(requests);
  expect(first).toEqual({ text: "one" });
  for (const other of [...others, await request("a")]) expect(other).toBe(first);
  expect(cache.has({ version: "1", key: "a" })).toBe(true);
  expect(started).toHaveLength(1);
});

test("an error rejects all waiting requests and is not cached", async () => {
  const { cache, request, started, get } = setUp();
  const requests = [request("a"), request("a")];
  started[0]?.end(new Error("unavailable"));
  for (const one of requests) await expect(one).rejects.toThrow("unavailable");
  expect(cache.has({ version: "1", key: "a" })).toBe(false);
  expect(await get("a")).toBe("a 2");
});

test("a refusal by the queue rejects only the request that was refused", async () => {
  const { request, started } = setUp();
  const refused = request("a");
  const others = [request("a"), request("a")];
  started[0]?.end(new QueueRefusedError("Reading: 20 of your requests are already queued."));
  await expect(refused).rejects.toThrow("20 of your requests");
  await vi.waitFor(() => expect(started).toHaveLength(2));
  started[1]?.end("two");
  for (const other of others) expect((await other).text).toBe("two");
  expect(started).toHaveLength(2);
});

test("a second refusal rejects the requests that retried", async () => {
  const { request, started } = setUp();
  const settled = Promise.allSettled([request("a"), request("a"), request("a")]);
  started[0]?.end(new QueueRefusedError("first"));
  await vi.waitFor(() => expect(started).toHaveLength(2));
  started[1]?.end(new QueueRefusedError("second"));
  expect((await settled).map((one) => one.status === "rejected" && one.reason.message.split(" ")[0])).toEqual(
    ["first", "second", "second"],
  );
  expect(started).toHaveLength(2);
});

describe("a visitor over the limit", () => {
  const overLimit = <T>(run: () => Promise<T>) =>
    forVisitor(
      {
        visitor: "busy",
        signal: null,
        admit: () => {
          throw new Error("too much");
        },
      },
      run,
    );

  test("receives results that are cached or in flight, and starts no computation", async () => {
    const { request, started, get } = setUp();
    const others = request("a");
    const joined = overLimit(() => request("a"));
    started[0]?.end("one");
    expect(await joined).toBe(await others);
    await expect(overLimit(() => request("b"))).rejects.toThrow("too much");
    expect(started).toHaveLength(1);
    expect(await get("b")).toBe("b 2");
    expect((await overLimit(() => request("b"))).text).toBe("b 2");
  });

  test("is checked before a computation, not during it", async () => {
    const { cache } = setUp();
    const admit = vi.fn();
    const result = forVisitor({ visitor: "one", signal: null, admit }, () =>
      cache.get({
        version: "1",
        key: "a",
        compute: async () => {
          currentWork().admit?.();
          return { text: "computed" };
        },
        sizeOf: () => 1,
      }),
    );
    expect(await result).toEqual({ text: "computed" });
    expect(admit).toHaveBeenCalledTimes(1);
  });
});

describe("the size of the cache", () => {
  test("is reported even if another cache of the same name has size 0", async () => {
    const { get, cachedBytes } = setUp();
    await get("a");
    const bytes = cachedBytes();
    expect(bytes).toBeGreaterThan(1_000);
    setUp(0);
    expect(cachedBytes()).toBe(bytes);
  });

  test("stays below the limit; the least recently used result is evicted first", async () => {
    const { get, cachedBytes } = setUp(3_100);
    for (const key of ["a", "b", "c", "a", "d"]) await get(key);
    expect(cachedBytes()).toBe(3 * (1_000 + "a".length));
    expect(await get("a")).toBe("a 1");
    expect(await get("c")).toBe("c 3");
    expect(await get("b")).toBe("b 5");
  });

  test("excludes results above the limit and results without a size", async () => {
    const { get, cachedBytes } = setUp(3_100);
    expect(await get("large", { bytes: 5_000 })).toBe("large 1");
    expect(await get("large", { bytes: 5_000 })).toBe("large 2");
    expect(await get("uncached", { bytes: null })).toBe("uncached 3");
    expect(await get("uncached", { bytes: null })).toBe("uncached 4");
    expect(cachedBytes()).toBe(0);
  });

  test("can be 0: requests in flight are still shared", async () => {
    const { request, started, get } = setUp(0);
    const requests = [request("a"), request("a")];
    started[0]?.end("one");
    expect(await Promise.all(requests)).toEqual([{ text: "one" }, { text: "one" }]);
    expect(await get("a")).toBe("a 2");
  });
});

describe("a new data version", () => {
  test("has results that read nothing, or nothing that is tracked, computed again", async () => {
    const { cache, get, cachedBytes } = setUp();
    await get("a");
    await get("b");
    expect(cache.has({ version: "2", key: "a" })).toBe(false);
    expect(await cache.isStillRight({ version: "2", key: "a" })).toBe(false);
    expect(await get("a", { version: "2" })).toBe("a 3");
    expect(await get("b", { version: "2" })).toBe("b 4");
    expect(cachedBytes()).toBe(2 * (1_000 + "a".length));
  });

  test("excludes results of the previous version that complete later", async () => {
    const { request, started, get, cachedBytes } = setUp();
    const previous = request("a");
    expect(await get("b", { version: "2" })).toBe("b 2");
    started[0]?.end("previous");
    expect(await previous).toEqual({ text: "previous" });
    expect(cachedBytes()).toBe(1_000 + "b".length);
    expect(await get("a", { version: "1" })).toBe("a 3");
    expect(await get("b", { version: "2" })).toBe("b 2");
  });

  test("stays current when a request of two versions before arrives late", async () => {
    const { get, started } = setUp();
    for (const version of ["1", "2", "3"]) await get("a", { version });
    expect(await get("a", { version: "1" })).toBe("a 4");
    for (let times = 0; times < 5; times += 1) expect(await get("a", { version: "3" })).toBe("a 3");
    expect(started).toHaveLength(4);
  });
});

describe("a result at a new data version", () => {
  /** A source of values that are read for results, and results that add up some of them. */
  function setUpSums() {
    const values = new Map<string, number>();
    const cache = new RequestCache<{ sum: number }>({ name: NAME, maxBytes: 1_000_000 });
    const computed: string[] = [];
    const readValue = async (name: string) => {
      const now = String(values.get(name) ?? 0);
      const readAgain = async () => String(values.get(name) ?? 0);
      noteRead({ key: name, seen: now, size: 10, readAgain });
      return Number(now);
    };
    const sumOf = (version: string, names: readonly string[], options: { isUntracked?: boolean } = {}) =>
      cache.get({
        version,
        key: names.join(),
        compute: async () => {
          computed.push(names.join());
          if (options.isUntracked) noteUntrackedRead();
          let sum = 0;
          for (const name of names) sum += await readValue(name);
          return { sum };
        },
        sizeOf: () => 100,
      });
    /** A result that is computed from two others. */
    const largerOf = (version: string, one: readonly string[], other: readonly string[]) =>
      cache.get({
        version,
        key: `larger ${one.join()} ${other.join()}`,
        compute: async () => {
          computed.push("larger");
          const sums = [await sumOf(version, one), await sumOf(version, other)];
          return { sum: Math.max(...sums.map(({ sum }) => sum)) };
        },
        sizeOf: () => 100,
      });
    return { values, cache, computed, sumOf, largerOf };
  }

  test("is computed only if something that it read has changed", async () => {
    const { values, computed, sumOf, cache } = setUpSums();
    values.set("a", 1).set("b", 2);
    await sumOf("1", ["a"]);
    await sumOf("1", ["b"]);
    values.set("b", 5);
    expect(await sumOf("2", ["a"])).toEqual({ sum: 1 });
    expect(await sumOf("2", ["b"])).toEqual({ sum: 5 });
    expect(computed).toEqual(["a", "b", "b"]);
    expect(cache.has({ version: "2", key: "a" })).toBe(true);
    expect(cache.has({ version: "1", key: "a" })).toBe(false);
  });

  test("is known to be right without being requested, once it was compared", async () => {
    const { values, computed, sumOf, cache } = setUpSums();
    await sumOf("1", ["a"]);
    expect(await cache.isStillRight({ version: "2", key: "a" })).toBe(true);
    expect(cache.has({ version: "2", key: "a" })).toBe(true);
    values.set("a", 3);
    expect(await cache.isStillRight({ version: "3", key: "a" })).toBe(false);
    expect(await sumOf("3", ["a"])).toEqual({ sum: 3 });
    expect(computed).toEqual(["a", "a"]);
  });

  test("is computed if it also read what is not tracked", async () => {
    const { computed, sumOf } = setUpSums();
    await sumOf("1", ["a"], { isUntracked: true });
    await sumOf("2", ["a"], { isUntracked: true });
    expect(computed).toEqual(["a", "a"]);
  });

  test("is computed if reading again fails", async () => {
    const { cache, sumOf, computed } = setUpSums();
    const failing = (version: string) =>
      cache.get({
        version,
        key: "failing",
        compute: async () => {
          computed.push("failing");
          noteRead({ key: "f", seen: "", size: 1, readAgain: () => Promise.reject(new Error("away")) });
          return sumOf(version, ["a"]);
        },
        sizeOf: () => 1,
      });
    await failing("1");
    await failing("2");
    expect(computed).toEqual(["failing", "a", "failing"]);
  });

  test("is not computed if the results that it was computed from were, and are equal", async () => {
    const { values, computed, largerOf } = setUpSums();
    values.set("a", 1).set("b", 2).set("c", 9);
    await largerOf("1", ["a", "b"], ["c"]);
    values.set("a", 2).set("b", 1);
    expect(await largerOf("2", ["a", "b"], ["c"])).toEqual({ sum: 9 });
    expect(computed).toEqual(["larger", "a,b", "c", "a,b"]);
    values.set("a", 20);
    expect(await largerOf("3", ["a", "b"], ["c"])).toEqual({ sum: 21 });
  });

  test("always equals the uncached one, after any changes", async () => {
    const names = ["a", "b", "c"];
    const request = fc.tuple(fc.subarray(names, { minLength: 1 }), fc.subarray(names, { minLength: 1 }));
    const change = fc.record({ name: fc.constantFrom(...names), value: fc.integer({ min: 0, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(change, request), { maxLength: 20 }), async (steps) => {
        const { values, sumOf, largerOf } = setUpSums();
        const plain = (some: readonly string[]) =>
          some.reduce((sum, name) => sum + (values.get(name) ?? 0), 0);
        for (const [step, [{ name, value }, [one, other]]] of steps.entries()) {
          values.set(name, value);
          expect(await largerOf(String(step), one, other)).toEqual({
            sum: Math.max(plain(one), plain(other)),
          });
          expect(await sumOf(String(step), one)).toEqual({ sum: plain(one) });
        }
      }),
    );
  });
});

describe("a visitor who disconnects", () => {
  test("does not affect other visitors, even as the first", async () => {
    const { request, started, get } = setUp();
    const first = visitor(() => request("a"));
    const second = visitor(() => request("a"));
    first.disconnect();
    await expect(first.result).rejects.toMatchObject({ kind: "cancelled" });
    expect(started[0]?.signal?.aborted).toBe(false);
    started[0]?.end("one");
    expect(await second.result).toEqual({ text: "one" });
    expect(await get("a")).toBe("one");
  });

  test("aborts the computation as the last, and the next request starts another", async () => {
    const { cache, request, started, get } = setUp();
    const visitors = [visitor(() => request("a")), visitor(() => request("a"))];
    for (const { disconnect } of visitors) disconnect();
    expect(started[0]?.signal?.aborted).toBe(true);
    expect(cache.has({ version: "1", key: "a" })).toBe(false);
    expect(await get("a")).toBe("a 2");
    // The aborted computation ends late and is ignored.
    started[0]?.end("late");
    expect(await get("a")).toBe("a 2");
  });

  test("does not abort a computation that the server itself waits for", async () => {
    const { request, started } = setUp();
    const server = request("a");
    const one = visitor(() => request("a"));
    one.disconnect();
    expect(started[0]?.signal?.aborted).toBe(false);
    started[0]?.end("one");
    expect(await server).toEqual({ text: "one" });
  });
});
