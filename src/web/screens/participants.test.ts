import { expect, test } from "vitest";
import { firmsWithPages } from "#domain";
import { participantOf } from "./participants";
import type { ProfileSubject } from "./subject";

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
const described = (kind: Parameters<typeof participantOf>[0]) =>
  participantOf(kind).head(subject).description;

test("a profile says how assets relate to its kind", () => {
  expect(described("platform")).toMatch(/^Tokenized assets on One: /);
  expect(described("issuer")).toMatch(/^Tokenized assets issued by One: /);
  for (const { kind, pages } of firmsWithPages) {
    expect(described(kind)).toContain(`assets ${pages.preposition} One:`);
  }
});
