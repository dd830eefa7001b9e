import { expect, it } from "vitest";
import { withArticle } from "./withArticle";

it.each(["an audit entry", "an organization role", "an issuer", "a user", "a policy", "a contact request"])(
  "%s",
  (words) => {
    expect(withArticle(words.replace(/^an? /, ""))).toBe(words);
  },
);
