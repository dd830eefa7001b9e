import { expect, test } from "vitest";
import { explainAuthError } from "./authErrors";

const unknown = explainAuthError("UnknownError");

test("every error name of the specification has its own explanation", () => {
  const names = [
    "OAuthCallbackError",
    "AccountNotLinkedError",
    "MissingAPIRoute",
    "MissingSecret",
    "MissingAuthorize",
    "MissingAdapter",
    "MissingAdapterMethods",
    "UnsupportedStrategy",
    "InvalidCallbackUrl",
    "Verification",
    "AccessDenied",
    "Configuration",
    "RateLimited",
    "SessionRequired",
  ];
  const texts = names.map((name) => explainAuthError(name).explanation);
  expect(new Set([...texts, unknown.explanation]).size).toBe(names.length + 1);
});

test("the spellings of both generations of the library have the same explanation", () => {
  expect(explainAuthError("OAuthAccountNotLinked")).toBe(explainAuthError("AccountNotLinkedError"));
  expect(explainAuthError("MissingSecretError")).toBe(explainAuthError("MissingSecret"));
  expect(explainAuthError("OAuthCallback")).toBe(explainAuthError("OAuthCallbackError"));
});

test("unknown names, and names of built-in object properties, are an unknown error", () => {
  for (const name of ["Nonsense", "", null, undefined, "constructor", "__proto__"]) {
    expect(explainAuthError(name)).toBe(unknown);
  }
});
