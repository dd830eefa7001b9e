import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { InvalidError } from "#domain/errors";
import { originsOf, scheduledSources } from "#ingest";
import { printableConfiguration, readConfiguration } from "./configuration";

describe("readConfiguration", () => {
  it("has a default for everything", () => {
    const configuration = readConfiguration({}, "/opt/cadastre");
    expect(configuration).toMatchObject({
      PORT: 3000,
      BASE_URL: "http://localhost:3000",
      DATA_DIR: path.resolve("./data"),
      CATALOG_DIR: "/opt/cadastre/catalog",
      BRAND_NAME: "Cadastre",
      LOG_LEVEL: "info",
      SAMPLE_DATA: "auto",
    });
    expect(configuration.DATABASE_URL).toBeUndefined();
  });

  it("treats an empty variable as absent", () => {
    expect(readConfiguration({ PORT: "", BRAND_NAME: "" }, "/").PORT).toBe(3000);
  });

  it("reads nodes from a file, and says what is wrong with it without its contents", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "cadastre-nodes-"));
    const file = path.join(folder, "nodes.txt");
    const read = () => readConfiguration({ RPC_ENDPOINTS: `@${file}` }, "/");
    try {
      expect(read).toThrow(`RPC_ENDPOINTS: names the file ${file}, which does not exist`);
      writeFileSync(file, "# ours\nethereum=https://node.example/secret-key#history\nbase=public\n");
      expect([...read().rpcEndpoints]).toEqual([
        ["ethereum", ["https://node.example/secret-key#history"]],
        ["base", ["public"]],
      ]);
      expect(new Map(printableConfiguration(read())).get("RPC_ENDPOINTS")).toBe(`@${file}`);
      writeFileSync(file, "ethereum=secret-key\n");
      expect(read).toThrow("RPC_ENDPOINTS: entry 1 has no http or https URL after ethereum=");
      expect(read).not.toThrow("secret-key");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("names every invalid variable, with its value", () => {
    expect(() => readConfiguration({ PORT: "eighty", DATABASE_URL: "mysql://x" }, "/")).toThrow(InvalidError);
    try {
      readConfiguration({ PORT: "eighty", DATABASE_URL: "mysql://x" }, "/");
    } catch (error) {
      expect((error as InvalidError).problems.map((p) => p.path)).toEqual(["PORT", "DATABASE_URL"]);
      expect((error as Error).message).toContain('"eighty"');
    }
  });

  it.each([
    ["PORT", "eighty", "must be a number"],
    ["PORT", "99999", "must be at most 65535"],
    ["PORT", "1.5", "must be a whole number"],
    ["BASE_URL", "example", "must be a URL"],
    ["SAMPLE_DATA", "maybe", "must be one of auto, off"],
  ])("says what would be right for %s=%s", (name, value, words) => {
    expect(() => readConfiguration({ [name]: value }, "/")).toThrow(`  ${name}: ${words} (it is "${value}")`);
  });

  it("reads the order of sources, and rejects invalid and duplicate names", () => {
    expect(readConfiguration({}, "/").sourcePrecedence).toEqual([]);
    const [rule] = readConfiguration({ SOURCE_PRECEDENCE: "issuer, Vendor-2,files" }, "/").sourcePrecedence;
    expect(rule).toMatchObject({ scope: "all", sources: ["issuer", "vendor-2", "files"] });
    expect(() => readConfiguration({ SOURCE_PRECEDENCE: "issuer,the vendor" }, "/")).toThrow(
      'includes "the vendor", which is not a source name',
    );
    expect(() => readConfiguration({ SOURCE_PRECEDENCE: "issuer,vendor,issuer" }, "/")).toThrow(
      'names "issuer" twice',
    );
  });

  const secret = "hunter2hunter2";
  it.each([
    ["DATABASE_URL", `postgres://me:${secret}`],
    ["DATABASE_URL", `mysql://me:${secret}@db/x`],
    ["DATABASE_URL", `postgres://me:${secret}@:0:0/x`],
    ["DATABASE_URL", `postgres://me:${secret}%zz@db/x`],
    ["DATABASE_URL", `postgres://me:1#${secret}@db/x`],
    ["DATABASE_URL", `postgres://me:#${secret}@db/x`],
    ["SMTP_URL", `smtp://me:${secret}/@mail`],
    ["SMTP_URL", `mail.example me ${secret}`],
    ["CLICKHOUSE_URL", `clickhouse://default:${secret}@host`],
    ["ANALYTICS_URL", `ftp://me:${secret}@host`],
    ["BASE_URL", `https://me:${secret}@host`],
    ["NEWS_FEEDS", `a.example/rss?apikey=${secret}`],
    ["NEWS_FEEDS", `https://b.example/${secret} ftp://a.example`],
    ["NEWS_FEEDS", `https://${secret}@a.example/rss`],
    ["NEWS_FEEDS", `https://:${secret}@a.example/rss`],
  ])("never repeats a malformed %s: %s", (name, value) => {
    try {
      readConfiguration({ [name]: value }, "/");
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidError);
      expect((error as Error).message).toContain(name);
      expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain(secret);
    }
  });

  it.each(["RESEARCH_BLOG_URL", "TERMS_URL", "PRIVACY_URL", "IMPRINT_URL"] as const)(
    "accepts only an http(s) URL without credentials as %s",
    (name) => {
      const address = "https://firm.example/page?lang=en#top";
      expect(readConfiguration({ [name]: address }, "/")[name]).toBe(address);
      expect(readConfiguration({ [name]: "" }, "/")[name]).toBeUndefined();
      for (const invalid of ["firm.example", "javascript:alert(1)", "mailto:a@x.io", "ftp://x.io/"])
        expect(() => readConfiguration({ [name]: invalid }, "/"), invalid).toThrow(`${name}: must be a URL`);
      expect(() => readConfiguration({ [name]: "https://u:p@x.io/" }, "/")).toThrow(
        `${name}: is public and must not contain a user name or password`,
      );
    },
  );

  it("accepts only an email address as PUBLIC_CONTACT_EMAIL", () => {
    const read = (value: string) => readConfiguration({ PUBLIC_CONTACT_EMAIL: value }, "/");
    expect(read("desk@firm.example").PUBLIC_CONTACT_EMAIL).toBe("desk@firm.example");
    expect(() => read("desk")).toThrow("PUBLIC_CONTACT_EMAIL");
  });

  it("lists the valid forms of TRUST_PROXY", () => {
    expect(() => readConfiguration({ TRUST_PROXY: "yes" }, "/")).toThrow(/number of proxies nor a network/);
    expect(readConfiguration({ TRUST_PROXY: "true" }, "/").TRUST_PROXY).toBe("true");
  });

  it("splits the administrators' addresses", () => {
    expect(readConfiguration({ ADMIN_EMAILS: " A@x.io, b@y.io," }, "/").adminEmails).toEqual([
      "a@x.io",
      "b@y.io",
    ]);
    for (const invalid of ["ops", "a@x.io;b@y.io", "a@x.io, @y.io", "Ada <a@x.io>"]) {
      expect(() => readConfiguration({ ADMIN_EMAILS: invalid }, "/"), invalid).toThrow(
        /ADMIN_EMAILS: includes ".*", which is not an email address/,
      );
    }
  });
});

describe("OPEN_FEATURES", () => {
  it("accepts flags, and rejects other words and the administration flag", () => {
    expect(
      readConfiguration({ OPEN_FEATURES: "enable-experimental-features, Enable-API-keys" }, "/").openFeatures,
    ).toEqual(["enable-experimental-features", "enable-api-keys"]);
    expect(readConfiguration({ OPEN_FEATURES: "all, enable-inline-onboarding" }, "/").openFeatures).toEqual([
      "enable-data-downloads",
      "enable-api-keys",
      "enable-experimental-features",
      "enable-team-self-serve",
      "enable-inline-onboarding",
    ]);
    for (const wrong of ["experimental", "enable-admin-tools", "enable-api-keys;enable-data-downloads"]) {
      expect(() => readConfiguration({ OPEN_FEATURES: wrong }, "/")).toThrow(
        `${JSON.stringify(wrong)}. Values that can be set for everyone: all, enable-data-downloads,`,
      );
    }
  });
});

describe("BUNDLED_CATALOG", () => {
  const read = (variables: Record<string, string>) => readConfiguration(variables, "/opt").catalogFolders;

  it("selects what CATALOG_DIR is combined with", () => {
    expect(read({})).toEqual({ own: "/opt/catalog", bundled: null });
    expect(read({ CATALOG_DIR: "/own" })).toEqual({
      own: "/own",
      bundled: { folder: "/opt/catalog", kinds: null },
    });
    expect(read({ CATALOG_DIR: "/own", BUNDLED_CATALOG: "reference" })).toEqual({
      own: "/own",
      bundled: { folder: "/opt/catalog", kinds: ["networks", "jurisdictions"] },
    });
    expect(read({ CATALOG_DIR: "/own", BUNDLED_CATALOG: "off" })).toEqual({ own: "/own", bundled: null });
  });

  it("requires CATALOG_DIR unless it is on", () => {
    expect(() => read({ BUNDLED_CATALOG: "off" })).toThrow(
      "BUNDLED_CATALOG is off and CATALOG_DIR is not set.",
    );
  });
});

describe("SIGN_UP", () => {
  const read = (SIGN_UP: string) => readConfiguration({ SIGN_UP }, "/").signUp;

  it("is open by default, and accepts domains or invitations otherwise", () => {
    expect(read("")).toEqual({ kind: "anyone", domains: [] });
    expect(read("Invited")).toEqual({ kind: "limited", domains: [] });
    expect(read("firm.example, @Partner.example")).toEqual({
      kind: "limited",
      domains: ["firm.example", "partner.example"],
    });
  });

  it("rejects other values", () => {
    expect(() => read("colleagues")).toThrow('includes "colleagues", which is not an email domain');
    expect(() => read("firm.example,invited")).toThrow("must be either `invited` or email domains");
    expect(() => read(" , ")).toThrow("SIGN_UP: must be `anyone`, `invited` or email domains");
  });
});

describe("printableConfiguration", () => {
  it("splits the URLs of feeds, and accepts only http(s) URLs without a password", () => {
    const feeds = "https://a.example/rss  http://b.example/atom?x=1\n";
    const origins = scheduledSources.flatMap((s) =>
      originsOf(s, readConfiguration({ NEWS_FEEDS: feeds }, "/")),
    );
    expect(origins.map(({ address }) => address)).toEqual([
      "https://a.example/rss",
      "http://b.example/atom?x=1",
    ]);
    for (const wrong of ["a.example/rss", "file:///etc/passwd", "https://me:hunter2@a.example/"]) {
      expect(() => readConfiguration({ NEWS_FEEDS: wrong }, "/")).toThrow("NEWS_FEEDS");
    }
  });

  it("masks keys in the URLs of sources", () => {
    const feeds = "https://a.example/rss?apikey=hunter22 https://b.example/atom?hunter22";
    const shown = new Map(printableConfiguration(readConfiguration({ NEWS_FEEDS: feeds }, "/")));
    expect(shown.get("NEWS_FEEDS")).toBe("https://a.example/rss?apikey=**** https://b.example/atom?****");
  });

  it("masks passwords", () => {
    const shown = new Map(
      printableConfiguration(readConfiguration({ DATABASE_URL: "postgres://me:secret@db/people" }, "/")),
    );
    expect(shown.get("DATABASE_URL")).toBe("postgres://me:****@db/people");
    expect(shown.get("SMTP_URL")).toBe("(not set)");
    const inQuery = readConfiguration({ CLICKHOUSE_URL: "http://db:8123/?user=me&password=secret" }, "/");
    expect(new Map(printableConfiguration(inQuery)).get("CLICKHOUSE_URL")).toBe(
      "http://db:8123/?user=me&password=****",
    );
  });
});

describe("settings of other services", () => {
  it("are rejected if only one of a pair is set", () => {
    expect(() => readConfiguration({ ANALYTICS_URL: "https://events.example" }, "/")).toThrow(
      "ANALYTICS_URL is set and ANALYTICS_KEY is not",
    );
  });

  it("are printed without their secret", () => {
    const shown = new Map(printableConfiguration(readConfiguration({ CHAT_SECRET: "very-secret" }, "/")));
    expect(shown.get("CHAT_SECRET")).toBe("****");
    const tokens = {
      SMTP_URL: "smtp://t0ken@mail.example",
      ANALYTICS_URL: "https://t0ken:@events.example/",
      ANALYTICS_KEY: "public",
    };
    const printed = new Map(printableConfiguration(readConfiguration(tokens, "/")));
    expect(printed.get("SMTP_URL")).toBe("smtp://****@mail.example");
    expect(printed.get("ANALYTICS_URL")).toBe("https://****@events.example/");
  });
});

it.each(["https://host.example/cadastre", "https://host.example?a=1", "https://host.example/#a"])(
  "rejects a BASE_URL that is not the root of a host: %s",
  (url) => {
    expect(() => readConfiguration({ BASE_URL: url }, "/")).toThrow(/BASE_URL: must have no path/);
  },
);

it("sends mail from the host of BASE_URL by default", () => {
  expect(readConfiguration({ BASE_URL: "https://data.firm.example" }, "/").MAIL_FROM).toBe(
    '"Cadastre" <no-reply@data.firm.example>',
  );
});
