import { expect, test } from "vitest";
import { firmsWithPages } from "#domain/vocabulary";
import type { ProfileSubject } from "./frame/subject";
import { profileAt } from "./profiles";

const subject: ProfileSubject = {
  kind: "issuer",
  slug: "one",
  id: 1,
  name: "One",
  description: null,
  filter: null,
  row: { id: 1 },
  endedDate: null,
};
const described = (path: string) => profileAt(path).head(subject).description;

test("a profile states how assets relate to its kind", () => {
  expect(described("/platforms/:slug")).toMatch(/^Tokenized assets on One: /);
  expect(described("/issuers/:slug")).toMatch(/^Tokenized assets issued by One: /);
  for (const { resource, pages } of firmsWithPages) {
    expect(described(`/${resource}/:slug`)).toContain(`assets ${pages.preposition} One:`);
  }
});
