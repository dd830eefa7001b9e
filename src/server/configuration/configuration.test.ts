import path from "node:path";
import { describe, expect, it } from "vitest";
import { InvalidError } from "#domain";
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

  it("names every variable that is wrong, with its value", () => {
    expect(() => readConfiguration({ PORT: "eighty", DATABASE_URL: "mysql://x" }, "/")).toThrow(InvalidError);
    try {
      readConfiguration({ PORT: "eighty", DATABASE_URL: "mysql://x" }, "/");
    } catch (error) {
      expect((error as InvalidError).problems.map((p) => p.path)).toEqual(["PORT", "DATABASE_URL"]);
      expect((error as Error).message).toContain('"eighty"');
    }
  });

  it("splits the administrators' addresses", () => {
    expect(readConfiguration({ ADMIN_EMAILS: " A@x.io, b@y.io," }, "/").adminEmails).toEqual([
      "a@x.io",
      "b@y.io",
    ]);
  });
});

describe("printableConfiguration", () => {
  it("masks passwords", () => {
    const shown = new Map(
      printableConfiguration(readConfiguration({ DATABASE_URL: "postgres://me:secret@db/people" }, "/")),
    );
    expect(shown.get("DATABASE_URL")).toBe("postgres://me:****@db/people");
    expect(shown.get("SMTP_URL")).toBe("(not set)");
  });
});

describe("settings of other services", () => {
  it("are refused by halves", () => {
    expect(() => readConfiguration({ ANALYTICS_URL: "https://events.example" }, "/")).toThrow(
      "ANALYTICS_URL is set and ANALYTICS_KEY is not",
    );
  });

  it("are printed without their secret", () => {
    const shown = new Map(printableConfiguration(readConfiguration({ CHAT_SECRET: "very-secret" }, "/")));
    expect(shown.get("CHAT_SECRET")).toBe("****");
  });
});

it("sends mail from the host of the site unless told otherwise", () => {
  expect(readConfiguration({ BASE_URL: "https://data.firm.example" }, "/").MAIL_FROM).toBe(
    '"Cadastre" <no-reply@data.firm.example>',
  );
});
