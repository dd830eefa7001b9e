import { expect, it } from "vitest";
import { authCookies } from "./authCookies";

const namesOf = (baseUrl: string) =>
  Object.values(authCookies(baseUrl).library).map((cookie) => cookie?.name ?? "");

it("binds every cookie to this host over https", () => {
  const { library, session, secure } = authCookies("https://cadastre.example");
  expect(secure).toBe(true);
  expect(session).toBe("__Host-cadastre_session");
  for (const cookie of Object.values(library)) {
    expect(cookie?.name).toMatch(/^__Host-/);
    expect(cookie?.options).toEqual({ httpOnly: true, sameSite: "lax", path: "/", secure: true });
  }
});

it("uses names that browsers accept over plain http, as on localhost", () => {
  const { library, session, secure } = authCookies("http://localhost:3000");
  expect(secure).toBe(false);
  expect(session).toBe("cadastre_session");
  expect(namesOf("http://localhost:3000").filter((name) => name.startsWith("__"))).toEqual([]);
  for (const cookie of Object.values(library)) expect(cookie?.options?.secure).toBe(false);
});
