import { expect, test } from "vitest";
import { anonymousUser } from "#domain/people";
import { chatSettings } from "./chat";

test("a visitor is anonymous to the chat", () => {
  expect(chatSettings("app1", null)).toEqual({ app_id: "app1" });
});

test("a user is identified with the server's signature", () => {
  const ann = { ...anonymousUser, id: "7", email: "ann@firm.example", name: "Ann", intercom_hmac: "abc" };
  expect(chatSettings("app1", ann)).toEqual({
    app_id: "app1",
    user_id: "7",
    email: "ann@firm.example",
    name: "Ann",
    user_hash: "abc",
  });
});
