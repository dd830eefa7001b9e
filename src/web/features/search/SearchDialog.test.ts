import { expect, test } from "vitest";
import { withRecent } from "./SearchDialog";

const item = (href: string) => ({ label: href, sublabel: "", href });

test("the newest comes first, without duplicates, six at most", () => {
  const recent = ["/a", "/b", "/c", "/b", "/d", "/e", "/f", "/g"]
    .map(item)
    .reduce(withRecent, [] as ReturnType<typeof item>[]);
  expect(recent.map(({ href }) => href)).toEqual(["/g", "/f", "/e", "/d", "/b", "/c"]);
});
