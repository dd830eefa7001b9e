import { expect, test } from "vitest";
import { addressReaders } from "./addressReaders";
import { tidiedAddress } from "./screenAddress";

test("a canonical URL gives the same state as parsing, whatever other parameters it has", () => {
  const raw = { utm_source: "x", range: "1y", sort: "-name", metric: "price_dollar", page: 2 };
  expect(JSON.stringify(tidiedAddress("page", raw))).toBe(JSON.stringify(addressReaders.page(raw)));
});
