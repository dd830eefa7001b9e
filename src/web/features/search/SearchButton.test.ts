import { expect, test } from "vitest";
import { type KeyFacts, opensSearch } from "./SearchButton";

const key = (facts: Partial<KeyFacts>): KeyFacts => ({
  key: "k",
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  isTyping: false,
  ...facts,
});

test("⌘K and Ctrl-K open it anywhere, `/` only outside text fields", () => {
  expect(opensSearch(key({ metaKey: true, isTyping: true }))).toBe(true);
  expect(opensSearch(key({ ctrlKey: true, key: "K" }))).toBe(true);
  expect(opensSearch(key({ key: "/" }))).toBe(true);
  expect(opensSearch(key({ key: "/", isTyping: true }))).toBe(false);
});

test("other keys and combinations are ignored", () => {
  for (const facts of [
    {},
    { key: "/", ctrlKey: true },
    { ctrlKey: true, altKey: true },
    { key: "j", metaKey: true },
  ]) {
    expect(opensSearch(key(facts)), JSON.stringify(facts)).toBe(false);
  }
});
