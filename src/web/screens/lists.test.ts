import { expect, test } from "vitest";
import { resourceByName, screens } from "#domain";
import * as lists from "./lists";

/** Pages at the address of a resource that show more than its list. */
const moreThanLists = ["/networks", "/evidence", "/citations", "/news"];

/** The resources that have a list at their own address. */
const listed = screens.flatMap(({ path, planned }) => {
  const resource =
    planned || path === null || moreThanLists.includes(path) ? undefined : resourceByName(path.slice(1));
  return resource === undefined || `/${resource.slug}` !== path ? [] : [resource];
});

test("every list on the site is described once", () => {
  const described = Object.values(lists).map(({ subject }) =>
    subject.from === "table" ? subject.spec.resource : null,
  );
  expect(described.toSorted()).toEqual(listed.map(({ slug }) => slug).toSorted());
});

test("a list can be searched, as its page offers, and says what it lists without names of the API", () => {
  expect(listed.filter(({ searchFields }) => searchFields.length === 0)).toEqual([]);
  for (const { subject } of Object.values(lists)) {
    const resource = subject.from === "table" ? resourceByName(subject.spec.resource) : undefined;
    const fields = { label: resource?.label ?? "", doc: resource?.doc ?? "" };
    const read = subject.from === "table" ? subject.read({ ...fields, ...nothing }) : null;
    expect(read?.description).toMatch(/^[A-Z][^`_]+\.$/);
  }
});

const nothing = {
  groupedBy: null,
  rowsOf: "",
  columns: [],
  filtered: [],
  maxPerPage: 0,
  rowCount: 0,
  query: {},
  totals: null,
  trend: null,
  problem: null,
};
