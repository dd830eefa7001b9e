import { expect, test } from "vitest";
import { anonymousUser } from "#domain/people";
import { userState } from "./useUser";

const ann = { ...anonymousUser, id: "1", email: "ann@firm.example" };
const pending = { data: undefined, isPending: true, error: null };

test("pending: loading, not logged in", () => {
  expect(userState(pending, true)).toEqual({ user: null, isLoading: true, isLoggedIn: false, error: null });
});

test("fulfilled: the user, logged in", () => {
  expect(userState({ ...pending, data: ann, isPending: false }, true)).toMatchObject({
    user: ann,
    isLoading: false,
    isLoggedIn: true,
  });
});

test("rejected: the error's message, or else the default", () => {
  expect(userState({ ...pending, isPending: false, error: new Error("no") }, true).error).toBe("no");
  expect(userState({ ...pending, isPending: false, error: new Error("") }, true).error).toBe(
    "An error occurred while fetching user profile",
  );
});

test("without a session there is no user, even with a cached profile", () => {
  expect(userState({ data: ann, isPending: false, error: null }, false)).toMatchObject({
    user: null,
    isLoggedIn: false,
  });
});

test("an anonymous profile counts as not loaded yet", () => {
  expect(userState({ data: anonymousUser, isPending: false, error: null }, true).isLoading).toBe(true);
});
