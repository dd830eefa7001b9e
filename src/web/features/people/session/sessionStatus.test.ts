import { expect, test } from "vitest";
import { sessionStatus } from "./useSession";

const session = { user: { id: "1", email: "ann@firm.example" }, expires: "2030-01-01T00:00:00.000Z" };

test("before a response, the status is that of the rendered page", () => {
  expect(sessionStatus(undefined, true)).toBe("authenticated");
  expect(sessionStatus(undefined, false)).toBe("loading");
});

test("the response overrides the status of the rendered page", () => {
  expect(sessionStatus(null, true)).toBe("unauthenticated");
  expect(sessionStatus(session, false)).toBe("authenticated");
});
