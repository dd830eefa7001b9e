import { expect, test } from "vitest";
import { keyExpiry } from "./keyExpiry";

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a key is valid until the end of its last day", () => {
  const tomorrow = dayFromNow(1);
  expect(keyExpiry(tomorrow, "expires")?.toISOString()).toBe(`${tomorrow}T23:59:59.999Z`);
  expect(keyExpiry(null, "expires")).toBeNull();
});

test("a last day that has ended is rejected, naming the field", () => {
  expect(() => keyExpiry(dayFromNow(-1), "expires")).toThrow(
    expect.objectContaining({ kind: "invalid", problems: [{ path: "expires", message: "is in the past" }] }),
  );
});
