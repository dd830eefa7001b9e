import { expect, test } from "vitest";
import { type ScreenState, screenParts, tidiedAddress } from "./screenAddress";
import { addressReaders } from "./screenRoute";

const states = Object.keys(screenParts) as ScreenState[];

test.each(states)("the parameters of a %s are listed as they are parsed, in the same order", (state) => {
  expect(screenParts[state]).toEqual(Object.keys(addressReaders[state]({})));
});

test("a canonical URL gives the same state as parsing, whatever other parameters it has", () => {
  const raw = { utm_source: "x", range: "1y", sort: "-name", metric: "price_dollar", page: 2 };
  expect(JSON.stringify(tidiedAddress("page", raw))).toBe(JSON.stringify(addressReaders.page(raw)));
});
