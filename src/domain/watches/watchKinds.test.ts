import { expect, test } from "vitest";
import { resourceByName } from "../resources/catalogue";
import { entityTypes } from "../resources/entities";
import { fieldReferringTo } from "../resources/resource";
import { firms } from "../vocabulary/firms";
import { watchKindOf } from "./watchKinds";

/** The resource of each condition for new rows. */
const awaited = { new_token: "tokens", new_asset: "assets", event: "evidence", check: "checks" } as const;

test.each(Object.entries(awaited))("%s is about what %s name", (kind, slug) => {
  const resource = resourceByName(slug);
  const { subjects } = watchKindOf(kind as keyof typeof awaited);
  const named = entityTypes.filter((type) => resource && fieldReferringTo(resource, type, "id"));
  expect(["catalog", ...named]).toEqual(expect.arrayContaining([...subjects]));
});

test("new assets of every kind of firm can be waited for", () => {
  const { subjects } = watchKindOf("new_asset");
  expect(subjects).toEqual(expect.arrayContaining(firms.map(({ kind }) => kind)));
});
