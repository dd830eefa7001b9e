import { expect, test } from "vitest";
import { sessionStatus } from "./useSession";

const session = { user: { id: "1", email: "ann@firm.example" }, expires: "2030-01-01T00:00:00.000Z" };

test("without an answer the page itself says whether somebody is signed in", () => {
  expect(sessionStatus(undefined, true)).toBe("authenticated");
  expect(sessionStatus(undefined, false)).toBe("loading");
});

test("the answer counts, whatever the page was rendered for", () => {
  expect(sessionStatus(null, true)).toBe("unauthenticated");
  expect(sessionStatus(session, false)).toBe("authenticated");
});
