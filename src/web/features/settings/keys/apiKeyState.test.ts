import { expect, test } from "vitest";
import { apiKeyState } from "./apiKeyState";

const now = new Date("2026-06-15T12:00:00Z");

test("a key is active until it is revoked or expires", () => {
  expect(apiKeyState({ revokedAt: null, expiresAt: null }, now)).toBe("live");
  expect(apiKeyState({ revokedAt: null, expiresAt: "2026-06-15T12:00:01Z" }, now)).toBe("live");
  expect(apiKeyState({ revokedAt: null, expiresAt: "2026-06-15T12:00:00Z" }, now)).toBe("expired");
  expect(apiKeyState({ revokedAt: "2026-01-01T00:00:00Z", expiresAt: "2026-01-02T00:00:00Z" }, now)).toBe(
    "revoked",
  );
});
