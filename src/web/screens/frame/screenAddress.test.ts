import { expect, test } from "vitest";
import { addressReaders } from "./addressReaders";
import { type ScreenState, screenParts, tidiedAddress } from "./screenAddress";

const states = Object.keys(screenParts) as ScreenState[];

test.each(states)("the parts of a %s are named as they are read, and in that order", (state) => {
  expect(screenParts[state]).toEqual(Object.keys(addressReaders[state]({})));
});

test("a tidied address is taken as it would be read, whatever stands beside it", () => {
  const raw = { utm_source: "x", range: "1y", sort: "-name", metric: "price_dollar", page: 2 };
  expect(JSON.stringify(tidiedAddress("page", raw))).toBe(JSON.stringify(addressReaders.page(raw)));
});
