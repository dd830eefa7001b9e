import { expect, test } from "vitest";
import type { FieldMeta } from "#domain/api";
import { columnFields, filterFields } from "./offeredFields";

const field = (name: string, type: FieldMeta["type"]): FieldMeta => ({
  name,
  aliases: [],
  label: name,
  doc: "",
  type,
  unit: null,
  format: null,
  polarity: null,
  refers_to: null,
  values: null,
  nullable: true,
  operators: ["equals", "ilike", "in"],
  filterable: true,
  sortable: true,
  groupable: false,
  source: "catalog",
});

test("technical fields are offered neither as columns nor as filters", () => {
  const fields = [
    field("name", "string"),
    field("icon_url", "url"),
    field("color", "color"),
    field("network_slugs", "strings"),
    field("slug_aliases", "strings"),
    field("website", "url"),
  ];
  const namesOf = (offered: ReturnType<typeof columnFields>) => offered.map((one) => one.field.name);
  expect(namesOf(columnFields(fields))).toEqual(["name", "website"]);
  expect(namesOf(filterFields(fields))).not.toContain("icon_url");
  expect(namesOf(filterFields(fields))).not.toContain("color");
});
