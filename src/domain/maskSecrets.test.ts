import { describe, expect, it } from "vitest";
import { maskSecrets, secretsOf } from "./maskSecrets";

describe("maskSecrets", () => {
  it.each([
    ["postgres://me:secret@db/people", "postgres://me:****@db/people"],
    ["postgres://me:p@ss:w/rd@db/people", "postgres://me:****@db/people"],
    ["smtps://:secret@mail.example:465", "smtps://:****@mail.example:465"],
    ['{"input":"smtp://me:se%zzcret@"}', '{"input":"smtp://me:****@"}'],
    ["https://a.example and http://me:x@b.example", "https://a.example and http://me:****@b.example"],
    ["http://h/?user=me&password=secret&x=1", "http://h/?user=me&password=****&x=1"],
    ["no address, a: b@c", "no address, a: b@c"],
  ])("%s is written %s", (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  it("hides given secrets wherever they stand", () => {
    expect(maskSecrets("login me with hunter22 failed", ["hunter22"])).toBe("login me with **** failed");
  });
});

it("finds secrets in every spelling, in malformed addresses too", () => {
  expect(
    secretsOf({
      DATABASE_URL: "postgres://me:p%40ssword@db/people",
      SMTP_URL: "smtp://me:bro%ken pass@",
      CHAT_SECRET: 'quo"ted-secret',
      BRAND_NAME: "Cadastre",
    }),
  ).toEqual(['quo\\"ted-secret', 'quo"ted-secret', "bro%ken pass", "p%40ssword", "p@ssword"]);
});
