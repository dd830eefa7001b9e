import { expect, test } from "vitest";
import { resourceByName } from "#domain/resources";
import { screens } from "#domain/screens";
import { lists } from "./lists";

/** Pages of resources that show more than their list. */
const moreThanLists = ["/networks", "/evidence", "/citations", "/news"];

test("the page of a resource is its list, unless it shows more", () => {
  const listed = screens.flatMap(({ path, planned }) => {
    const resource =
      planned || path === null || moreThanLists.includes(path) ? undefined : resourceByName(path.slice(1));
    return resource === undefined || `/${resource.slug}` !== path ? [] : [path];
  });
  expect([...lists.keys()].toSorted()).toEqual(listed.toSorted());
});

test("the description of a list has no names of the API", () => {
  for (const [path, { subject }] of lists) {
    const resource = subject.from === "table" ? resourceByName(subject.spec.resource) : undefined;
    const fields = { label: resource?.label ?? "", doc: resource?.doc ?? "" };
    const read = subject.from === "table" ? subject.read({ ...fields, ...nothing }) : null;
    expect(read?.description, `${path}`).toMatch(/^[A-Z][^`_]+\.$/);
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
  marks: {},
  problem: null,
};
