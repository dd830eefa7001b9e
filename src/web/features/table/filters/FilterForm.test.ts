import { expect, test } from "vitest";
import type { FieldMeta } from "#domain/api";
import { readCondition } from "./FilterForm";

const field = (type: FieldMeta["type"]): FieldMeta => ({
  name: "f",
  aliases: [],
  label: "F",
  doc: "",
  type,
  unit: null,
  format: null,
  polarity: null,
  refers_to: null,
  values: null,
  nullable: false,
  operators: [],
  filterable: true,
  sortable: true,
  groupable: false,
  source: "catalog",
});

test("each type of field has its own type of value", () => {
  expect(readCondition(field("metric"), "gte", " 1e6 ")).toEqual(["f", "gte", 1_000_000]);
  expect(readCondition(field("amount"), "gte", "1000000000000000000.000000000000000001")).toEqual([
    "f",
    "gte",
    "1000000000000000000.000000000000000001",
  ]);
  expect(readCondition(field("amount"), "lt", "-0.5")).toEqual(["f", "lt", "-0.5"]);
  expect(readCondition(field("boolean"), "equals", ["true"])).toEqual(["f", "equals", true]);
  expect(readCondition(field("boolean"), "equals", ["false"])).toEqual(["f", "equals", false]);
  expect(readCondition(field("boolean"), "equals", ["unknown"])).toEqual(["f", "equals", null]);
  expect(readCondition(field("enum"), "in", ["L1", "L2"])).toEqual(["f", "in", ["L1", "L2"]]);
  expect(readCondition(field("string"), "ilike", "gold")).toEqual(["f", "ilike", "%gold%"]);
  expect(readCondition(field("string"), "ilike", "8% of")).toEqual(["f", "ilike", "%8\\% of%"]);
  expect(readCondition(field("date"), "onOrAfter", "2026-01-31")).toEqual(["f", "onOrAfter", "2026-01-31"]);
});

test("incomplete input and invalid numbers are not a condition", () => {
  expect(readCondition(field("metric"), "gte", "")).toBeNull();
  expect(readCondition(field("metric"), "gte", "many")).toBeNull();
  expect(readCondition(field("amount"), "gte", "1e6")).toBeNull();
  expect(readCondition(field("enum"), "in", [])).toBeNull();
});
