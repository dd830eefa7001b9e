import { expect, test } from "vitest";
import { firms } from "../vocabulary/firms";
import { newsSchema } from "./newsSchema";
import { assetSchema, catalogKinds, firmSchema, optionalKinds } from "./schema";

const issuer = {
  id: 100_001,
  slug: "one",
  name: "One",
  jurisdiction: "FR",
  website: null,
  description: null,
  source: "https://example.org",
};
const problems = (extra: object) =>
  firmSchema
    .safeParse({ ...issuer, ...extra })
    .error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];
const legal_source = "https://example.org/register";

test("a legal entity identifier is taken with valid check digits only", () => {
  expect(problems({ lei: "969500FX8K40ZDW4F377", legal_source })).toEqual([]);
  for (const lei of ["969500FX8K40ZDW4F378", "969500FX8K40ZDW4F3", "969500fx8k40zdw4f377"]) {
    expect(problems({ lei, legal_source })).toEqual([
      "lei: must be a legal entity identifier with valid check digits",
    ]);
  }
});

test("identifiers come with the page that gives them, and a number with its register", () => {
  expect(problems({ cik: "1786958" })).toEqual(["legal_source: is required with cik"]);
  expect(problems({ cik: "0001786958", legal_source })).toEqual([
    "cik: must be the digits of a Central Index Key, without leading zeros",
  ]);
  expect(problems({ register_number: "HRB 1", legal_source })).toEqual([
    "register_name: a number requires its register, and a register its number",
  ]);
  expect(problems({ register_number: "HRB 1", register_name: "Berlin", legal_source })).toEqual([]);
});

const assetProblems = (extra: object) =>
  assetSchema
    .safeParse({
      ...{ id: 1, slug: "one", name: "One", ticker: "ONE", asset_class: "commodities", platform: null },
      ...{ issuer: null, manager: null, jurisdiction: null, description: null, website: null },
      ...{ inception_date: null, denomination: "XAU", distribution: "distributed", is_investable: null },
      source: "https://example.org",
      ...extra,
    })
    .error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];

test.each(firms)(
  "an asset names its $kind if required, and the rows of $resource are those of firms",
  ({ kind, resource, isStated }) => {
    const missing = [`${kind}: is required`];
    expect(assetProblems({ [kind]: undefined })).toEqual(isStated ? missing : []);
    expect(assetProblems({ [kind]: "one" })).toEqual([]);
    expect(catalogKinds[resource]).toEqual({ schema: firmSchema, path: `${resource}.jsonl` });
    expect(optionalKinds.includes(resource)).toBe(!isStated);
  },
);

test("the amount of a commodity underlying a unit requires its unit and commodity, which are valid without it", () => {
  expect(assetProblems({})).toEqual([]);
  expect(assetProblems({ underlying_goods: "gold" })).toEqual([]);
  expect(assetProblems({ underlying_goods: "gold", underlying_amount: 1, underlying_unit: "gram" })).toEqual(
    [],
  );
  expect(assetProblems({ underlying_amount: 1 })).toEqual([
    "underlying_unit: is required with underlying_amount",
    "underlying_goods: is required with underlying_amount",
  ]);
  expect(assetProblems({ underlying_goods: "gold", underlying_unit: "gram" })).toEqual([
    "underlying_amount: is required with underlying_unit",
  ]);
});

test("the symbol of a listing is written as its exchange does", () => {
  for (const underlying_symbol of ["AAPL", "BRK.B", "V", "IB01"]) {
    expect(assetProblems({ underlying_symbol })).toEqual([]);
  }
  expect(assetProblems({ underlying_symbol: "aapl" })).toEqual([
    "underlying_symbol: must be an exchange symbol in capitals, such as AAPL or BRK.B",
  ]);
});

test("dates and times that the market store would change are rejected", () => {
  for (const date of ["1900-01-01", "2299-12-31"])
    expect(assetProblems({ inception_date: date })).toEqual([]);
  for (const date of ["0001-01-01", "1899-12-31", "2300-01-01"]) {
    expect(assetProblems({ inception_date: date })).toEqual([
      "inception_date: must be a date from 1900 to 2299",
    ]);
  }
  expect(assetProblems({ inception_date: "soon" })).toEqual(["inception_date: must be a date: YYYY-MM-DD"]);
  const published = (time: string) =>
    newsSchema
      .safeParse({
        id: 100_001,
        title: "One",
        publisher: "Desk",
        published: time,
        source: "https://example.org",
      })
      .error?.issues.map((issue) => issue.message) ?? [];
  expect(published("2105-12-31T23:59:59Z")).toEqual([]);
  expect(published("1969-12-31T23:59:59Z")).toEqual(["must be a time from 1970 to 2105"]);
  expect(published("2106-01-01T00:00:00Z")).toEqual(["must be a time from 1970 to 2105"]);
});
