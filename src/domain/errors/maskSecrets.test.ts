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
    ["smtp://t0ken@mail.example", "smtp://****@mail.example"],
    ["https://t0ken:@events.example/x and more", "https://****@events.example/x and more"],
    ["https://t0ken@events.example:8443/@x", "https://****@events.example:****@x"],
    ["https://me@firm.example:secret@events.example", "https://****@firm.example:****@events.example"],
    ["postgres://people@db/people", "postgres://people@db/people"],
    ["https://a.example/@me", "https://a.example/@me"],
  ])("%s is written %s", (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  it("hides given secrets wherever they stand", () => {
    expect(maskSecrets("login me with hunter22 failed", ["hunter22"])).toBe("login me with **** failed");
  });
});

it("finds passwords of queries, keys of sources, and users that are tokens", () => {
  expect(
    secretsOf({
      DATABASE_URL: "postgres://db/people?user=people&password=hunter%2122",
      CLICKHOUSE_URL: "http://default@db:8123/",
      SMTP_URL: "smtp://smtp-token@mail.example",
      ANALYTICS_URL: "https://events-token:@events.example",
      NEWS_FEEDS: "https://a.example/rss?kind=markets&apikey=feed-key https://b.example/?token=other-key",
    }),
  ).toEqual(["events-token", "hunter%2122", "smtp-token", "hunter!22", "other-key", "feed-key"]);
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
