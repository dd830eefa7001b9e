import { expect, test } from "vitest";
import { loanStatuses } from "../vocabulary/credit";
import { wordsOfValue } from "../vocabulary/valueWords";
import { fieldByName } from "./catalogue";
import { loansResource, poolsResource } from "./ledgerResources";

test.each([loansResource, poolsResource])("the status of $label describes each of its values", (resource) => {
  const status = fieldByName(resource, "status");
  expect(status?.values).toEqual(loanStatuses.map(({ slug }) => slug));
  for (const { slug, doc } of loanStatuses) {
    expect(status?.describeValue?.(slug)).toBe(doc);
    expect(status?.doc).toContain(`\`${slug}\` (${doc})`);
    expect(status?.hint).toContain(`${wordsOfValue(slug)} (${doc})`);
  }
  expect(status?.describeValue?.("unknown")).toBeNull();
});
