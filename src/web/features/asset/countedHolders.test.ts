import { expect, test } from "vitest";
import { countedHolders } from "./countedHolders";

const row = (holders: number | null, value: number | null) => ({
  id: 1,
  holding_addresses_count: { val: holders },
  bridged_token_value_dollar: { val: value },
});

test("if the holders of every token are counted, the average uses the full value of the asset", () => {
  expect(countedHolders(row(50, 1000), [row(20, 600), row(30, 400)])).toEqual({ average: 20, part: null });
});

test("the average excludes the value of tokens with unknown holders, and the covered part is returned", () => {
  expect(countedHolders(row(20, 1000), [row(20, 40), row(null, 900), row(null, 60)])).toEqual({
    average: 2,
    part: { tokens: 1, of: 3, share: 4 },
  });
});

test("holders of tokens without a value are excluded from the average", () => {
  expect(countedHolders(row(25, 40), [row(20, 40), row(5, null)])).toEqual({ average: 2, part: null });
  expect(countedHolders(row(5, null), [row(5, null)])).toEqual({ average: null, part: null });
});

test("holders counted for the asset as a whole cover its full value", () => {
  expect(countedHolders(row(50, 1000), [row(null, 600), row(null, 400)])).toEqual({
    average: 20,
    part: null,
  });
  expect(countedHolders(row(50, 1000), [row(40, 600), row(null, 400)])).toEqual({ average: 20, part: null });
});
