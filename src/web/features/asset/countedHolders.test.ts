import { expect, test } from "vitest";
import { countedHolders } from "./countedHolders";

const row = (holders: number | null, value: number | null) => ({
  id: 1,
  holding_addresses_count: { val: holders },
  bridged_token_value_dollar: { val: value },
});

test("where the holders of every token are counted, they share the value of the asset", () => {
  expect(countedHolders(row(50, 1000), [row(20, 600), row(30, 400)])).toEqual({ average: 20, part: null });
});

test("the value of tokens whose holders are unknown is left out of the average, and the part is told", () => {
  expect(countedHolders(row(20, 1000), [row(20, 40), row(null, 900), row(null, 60)])).toEqual({
    average: 2,
    part: { tokens: 1, of: 3, share: 4 },
  });
});

test("holders of tokens without a value are left out with it", () => {
  expect(countedHolders(row(25, 40), [row(20, 40), row(5, null)])).toEqual({ average: 2, part: null });
  expect(countedHolders(row(5, null), [row(5, null)])).toEqual({ average: null, part: null });
});

test("holders counted for the asset as a whole hold all of it", () => {
  expect(countedHolders(row(50, 1000), [row(null, 600), row(null, 400)])).toEqual({
    average: 20,
    part: null,
  });
  expect(countedHolders(row(50, 1000), [row(40, 600), row(null, 400)])).toEqual({ average: 20, part: null });
});
