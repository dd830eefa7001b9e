import { describe, expect, test, vi } from "vitest";
import { TurnRefusedError } from "./fairQueue";
import { heldMemory } from "./heldMemory";
import { SharedAnswers } from "./sharedAnswers";
import { currentWork, forVisitor } from "./visitorWork";

interface Page {
  text: string;
}

/** Answers whose making ends when told; each takes a thousand bytes. */
function setUp(maxBytes = 1_000_000) {
  const answers = new SharedAnswers<Page>({ name: "pages of a test", maxBytes });
  const begun: { key: string; signal: AbortSignal | null; end: (text: string | Error) => void }[] = [];
  const ask = (key: string, { version = "1", bytes = 1_000 as number | null } = {}) =>
    answers.get({
      version,
      key,
      make: () =>
        new Promise((resolve, reject) => {
          const end = (text: string | Error) => (typeof text === "string" ? resolve({ text }) : reject(text));
          begun.push({ key, signal: currentWork().signal, end });
        }),
      sizeOf: () => bytes,
    });
  /** Asks for an answer that is made at once, if it is made at all. */
  const made = async (key: string, options: Parameters<typeof ask>[1] = {}) => {
    const before = begun.length;
    const asked = ask(key, options);
    if (begun.length > before) begun.at(-1)?.end(`${key} ${begun.length}`);
    return (await asked).text;
  };
  const held = () => heldMemory().get("pages of a test")?.bytes;
  return { answers, ask, made, begun, held };
}

/** Asks as a visitor who may leave. */
function visitor(ask: () => Promise<Page>) {
  const gone = new AbortController();
  const answer = forVisitor({ visitor: "a", signal: gone.signal }, ask);
  answer.catch(() => undefined);
  return { answer, leave: () => gone.abort() };
}

describe("an answer", () => {
  test("is made once for all who ask while it is made and after", async () => {
    const { answers, ask, begun } = setUp();
    expect(answers.has({ version: "1", key: "a" })).toBe(false);
    const asked = [ask("a"), ask("a"), ask("a")];
    expect(answers.has({ version: "1", key: "a" })).toBe(true);
    begun[0]?.end("one");
    const [first, ...others] = await Promise.all(asked);
    expect(first).toEqual({ text: "one" });
    for (const other of [...others, await ask("a")]) expect(other).toBe(first);
    expect(answers.has({ version: "1", key: "a" })).toBe(true);
    expect(begun).toHaveLength(1);
  });

  test("is not remembered where it failed, and all who waited are told", async () => {
    const { answers, ask, begun, made } = setUp();
    const asked = [ask("a"), ask("a")];
    begun[0]?.end(new Error("away"));
    for (const one of asked) await expect(one).rejects.toThrow("away");
    expect(answers.has({ version: "1", key: "a" })).toBe(false);
    expect(await made("a")).toBe("a 2");
  });
});

test("a turn that was refused is told to whom it was refused alone", async () => {
  const { ask, begun } = setUp();
  const asked = ask("a");
  const others = [ask("a"), ask("a")];
  begun[0]?.end(new TurnRefusedError("Reading: 20 of your requests are already queued."));
  await expect(asked).rejects.toThrow("20 of your requests");
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  begun[1]?.end("two");
  for (const other of others) expect((await other).text).toBe("two");
  expect(begun).toHaveLength(2);
});

test("who waited is refused where the next turn is refused too", async () => {
  const { ask, begun } = setUp();
  const asked = [ask("a"), ask("a"), ask("a")];
  const told = Promise.allSettled(asked);
  begun[0]?.end(new TurnRefusedError("first"));
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  begun[1]?.end(new TurnRefusedError("second"));
  expect((await told).map((one) => one.status === "rejected" && one.reason.message.split(" ")[0])).toEqual([
    "first",
    "second",
    "second",
  ]);
  expect(begun).toHaveLength(2);
});

describe("a visitor who may not have anything made", () => {
  const refused = <T>(run: () => Promise<T>) =>
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

  test("still has what is remembered or being made, and starts nothing", async () => {
    const { ask, begun, made } = setUp();
    const others = ask("a");
    const joined = refused(() => ask("a"));
    begun[0]?.end("one");
    expect(await joined).toBe(await others);
    await expect(refused(() => ask("b"))).rejects.toThrow("too much");
    expect(begun).toHaveLength(1);
    expect(await made("b")).toBe("b 2");
    expect((await refused(() => ask("b"))).text).toBe("b 2");
  });

  test("is not asked again while it is made: others may wait for it", async () => {
    const { answers } = setUp();
    const admit = vi.fn();
    const answer = forVisitor({ visitor: "one", signal: null, admit }, () =>
      answers.get({
        version: "1",
        key: "a",
        make: async () => {
          currentWork().admit?.();
          return { text: "made" };
        },
        sizeOf: () => 1,
      }),
    );
    expect(await answer).toEqual({ text: "made" });
    expect(admit).toHaveBeenCalledTimes(1);
  });
});

describe("what is remembered", () => {
  test("is what is told of, also while others of the name remember nothing", async () => {
    const { made, held } = setUp();
    await made("a");
    const bytes = held();
    expect(bytes).toBeGreaterThan(1_000);
    setUp(0);
    expect(held()).toBe(bytes);
  });

  test("stays within its bound in bytes, the longest unused going first", async () => {
    const { made, held } = setUp(3_100);
    for (const key of ["a", "b", "c", "a", "d"]) await made(key);
    expect(held()).toBe(3 * (1_000 + "1 a".length));
    expect(await made("a")).toBe("a 1");
    expect(await made("c")).toBe("c 3");
    expect(await made("b")).toBe("b 5");
  });

  test("is nothing that is larger than the bound, or is not to be", async () => {
    const { made, held } = setUp(3_100);
    expect(await made("large", { bytes: 5_000 })).toBe("large 1");
    expect(await made("large", { bytes: 5_000 })).toBe("large 2");
    expect(await made("passing", { bytes: null })).toBe("passing 3");
    expect(await made("passing", { bytes: null })).toBe("passing 4");
    expect(held()).toBe(0);
  });

  test("is nothing where the bound is none, and what is being made is shared still", async () => {
    const { ask, begun, made } = setUp(0);
    const asked = [ask("a"), ask("a")];
    begun[0]?.end("one");
    expect(await Promise.all(asked)).toEqual([{ text: "one" }, { text: "one" }]);
    expect(await made("a")).toBe("a 2");
  });

  test("goes altogether when the data changes", async () => {
    const { made, held } = setUp();
    await made("a");
    await made("b");
    expect(await made("a", { version: "2" })).toBe("a 3");
    expect(held()).toBe(1_000 + "2 a".length);
  });

  test("is of the newest data, whatever is still being made of the former", async () => {
    const { ask, begun, made, held } = setUp();
    const former = ask("a");
    expect(await made("b", { version: "2" })).toBe("b 2");
    begun[0]?.end("former");
    expect(await former).toEqual({ text: "former" });
    expect(held()).toBe(1_000 + "2 b".length);
    // Somebody whose request began before the change.
    expect(await made("a", { version: "1" })).toBe("a 3");
    expect(await made("b", { version: "2" })).toBe("b 2");
  });
});

describe("a visitor who leaves", () => {
  test("fails nobody else, whoever asked first", async () => {
    const { ask, begun, made } = setUp();
    const first = visitor(() => ask("a"));
    const second = visitor(() => ask("a"));
    first.leave();
    await expect(first.answer).rejects.toMatchObject({ kind: "cancelled" });
    expect(begun[0]?.signal?.aborted).toBe(false);
    begun[0]?.end("one");
    expect(await second.answer).toEqual({ text: "one" });
    expect(await made("a")).toBe("one");
  });

  test("ends the making where nobody else waits, and who comes next has it made anew", async () => {
    const { answers, ask, begun, made } = setUp();
    const visitors = [visitor(() => ask("a")), visitor(() => ask("a"))];
    for (const { leave } of visitors) leave();
    expect(begun[0]?.signal?.aborted).toBe(true);
    expect(answers.has({ version: "1", key: "a" })).toBe(false);
    expect(await made("a")).toBe("a 2");
    // What ends too late to be wanted changes nothing.
    begun[0]?.end("late");
    expect(await made("a")).toBe("a 2");
  });

  test("leaves what the house itself waits for", async () => {
    const { ask, begun } = setUp();
    const house = ask("a");
    const one = visitor(() => ask("a"));
    one.leave();
    expect(begun[0]?.signal?.aborted).toBe(false);
    begun[0]?.end("one");
    expect(await house).toEqual({ text: "one" });
  });
});
