/** Import of files in the browser: the upload and its procedures, over the real HTTP layer, engine and people store. */
import { readdir } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listRecords } from "#accounts/records";
import { grantAdministrator, revokeAdministrator } from "#accounts/users";
import type { UploadedFile } from "#api";
import type { User } from "#domain/people";
import { parseQuery } from "#domain/query";
import { openPeopleSite, type PeopleSite } from "../support/peopleSite";
import type { Visitor } from "../support/visitor";

let site: PeopleSite;
let root: Visitor;
let other: Visitor;
let customer: Visitor;
beforeAll(async () => {
  site = await openPeopleSite({ env: { IMPORT_UPLOAD_MB: "0.1" } });
  for (const name of ["root", "other"])
    await grantAdministrator(site.people, `${name}@operator.example`, "test");
  root = await site.signedIn("root@operator.example");
  other = await site.signedIn("other@operator.example");
  customer = await site.signedIn("reader@customer.example");
});
afterAll(() => site?.close());

interface UploadOptions {
  name?: string;
  headers?: Record<string, string>;
}
const upload = async (
  visitor: Visitor,
  body: BodyInit | null,
  { name = "figures.csv", headers = {} }: UploadOptions = {},
) => {
  const response = await visitor.fetch(`/api/imports?${new URLSearchParams({ name })}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/octet-stream", "sec-fetch-site": "same-origin", ...headers },
    ...(body instanceof ReadableStream && { duplex: "half" }),
  } as RequestInit);
  return { status: response.status, body: (await response.json()) as UploadedFile & { message?: string } };
};
const current = async (visitor: Visitor): Promise<UploadedFile | null> =>
  ((await visitor.query("imports.current")).data as { upload: UploadedFile | null }).upload;
/** Waits until the caller's file is not in use. */
const settled = async (visitor: Visitor): Promise<UploadedFile> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await current(visitor);
    if (found === null) break;
    if (found.progress === null) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The file is gone, or still in use.");
};
const discard = async (visitor: Visitor) => {
  const found = await current(visitor);
  if (found !== null) await visitor.mutate("imports.discard", { id: found.id });
};
const stored = async () => {
  const [row] = await site.world.store.rows<{ n: string }>(
    "SELECT count() AS n FROM sources FINAL WHERE kind = 'file'",
  );
  return Number(row?.n);
};
const files = () => readdir(site.uploadFolder).catch(() => []);
const asset = "ousg";
const csv = (value: number, date = "2026-01-05") =>
  `entity,metric,date,value\n${asset},price_dollar,${date},${value}\n`;
const plain = { source: null, mapping: null };

afterEach(async () => {
  for (const visitor of [root, other]) await discard(visitor);
  expect(await files()).toEqual([]);
});

describe("an administrator", () => {
  it("uploads a file, checks it, imports it, and finds the import in the audit log", async () => {
    const before = await stored();
    const { status, body } = await upload(root, csv(101), { name: "../..\\etc/pri\u0000ces.csv" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "prices.csv", state: "uploaded", bytes: csv(101).length });
    await root.mutate("imports.check", { id: body.id, ...plain });
    const checked = await settled(root);
    expect(checked).toMatchObject({
      state: "checked",
      check: { valuesAccepted: 1, rowsRefused: 0, values: [{ entity: asset, value: 101, unit: "dollar" }] },
    });
    expect(await stored()).toBe(before);
    await root.mutate("imports.start", { id: body.id, source: "issuer", mapping: null, again: false });
    const imported = await settled(root);
    expect(imported).toMatchObject({ state: "imported", report: { isComplete: true } });
    expect(imported.report?.summary).toContain("prices.csv: 1 row read");
    expect(await stored()).toBe(before + 1);
    expect(await files()).toEqual([]);
    const { records } = await listRecords(site.people.db, "audit_log", parseQuery({}));
    const me = (await root.query("users.getProfile")).data as User;
    expect(records[0]?.values).toMatchObject({ action: "import files", subject: "prices.csv", actor: me.id });
  });

  it("keeps the upload and reads the reason if the import rejects the whole file", async () => {
    const { body } = await upload(root, "entity,metric,date,value\n", { name: "empty.csv" });
    await root.mutate("imports.start", { id: body.id, ...plain, again: false });
    expect(await settled(root)).toMatchObject({
      state: "failed",
      error: "The file was rejected. The file has a header but no rows",
      report: null,
    });
  });

  it("imports with a mapping, and gets the errors of an invalid one", async () => {
    const { body } = await upload(root, "Day;NAV\n05.01.2026;1,5\n", { name: `${asset}.csv` });
    await root.mutate("imports.check", { id: body.id, ...plain });
    const { check } = await settled(root);
    const mapping = check?.proposal?.mapping;
    expect(mapping).toMatchObject({ date: "Day", dateFormat: "DD.MM.YYYY", decimal: ",", entity: { asset } });
    const wrong = await root.mutate("imports.check", { id: body.id, source: null, mapping: { date: "" } });
    expect(wrong).toMatchObject({ code: "BAD_REQUEST" });
    expect(wrong.problems.length).toBeGreaterThan(0);
    await root.mutate("imports.check", { id: body.id, source: null, mapping });
    expect((await settled(root)).check).toMatchObject({ error: null, valuesAccepted: 1 });
  });

  it("has a file of their own, which another administrator can neither see nor change", async () => {
    const [{ body: mine }, { body: theirs }] = await Promise.all([
      upload(root, csv(102, "2026-01-06"), { name: "mine.csv" }),
      upload(other, csv(103, "2026-01-06"), { name: "theirs.csv" }),
    ]);
    expect((await current(root))?.name).toBe("mine.csv");
    expect((await current(other))?.name).toBe("theirs.csv");
    for (const procedure of ["check", "discard"]) {
      expect(await other.mutate(`imports.${procedure}`, { id: mine.id, ...plain })).toMatchObject({
        code: "NOT_FOUND",
      });
    }
    await Promise.all([
      root.mutate("imports.start", { id: mine.id, ...plain, again: false }),
      other.mutate("imports.start", { id: theirs.id, ...plain, again: false }),
    ]);
    expect((await settled(root)).report?.isComplete).toBe(true);
    expect((await settled(other)).report?.isComplete).toBe(true);
  });

  it("replaces the previous file, which is removed", async () => {
    const { body: former } = await upload(root, csv(1));
    const { body: latest } = await upload(root, csv(2));
    expect(await files()).toEqual([latest.id]);
    expect(await root.mutate("imports.check", { id: former.id, ...plain })).toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("an upload", () => {
  it.each([
    ["without a session", () => site.stranger(), 401],
    ["of an account that is no administrator", () => customer, 403],
  ] as const)("%s is rejected", async (_, visitor, status) => {
    expect(await upload(visitor(), csv(1))).toMatchObject({ status });
  });

  it("is rejected while an administrator views as a user", async () => {
    const viewer = await site.signedIn("root@operator.example");
    const { id } = (await customer.query("users.getProfile")).data as User;
    await viewer.mutate("administration.viewAs", { userId: id });
    const { status, body } = await upload(viewer, csv(1));
    expect(status).toBe(403);
    expect(body.message).toContain("read-only");
  });

  it("is rejected from another site, by another method and with another type", async () => {
    expect(await upload(root, csv(1), { headers: { "sec-fetch-site": "cross-site" } })).toMatchObject({
      status: 403,
    });
    expect(
      await upload(root, csv(1), { headers: { "sec-fetch-site": "", origin: "https://elsewhere.example" } }),
    ).toMatchObject({ status: 403 });
    expect((await root.fetch("/api/imports?name=a.csv")).status).toBe(405);
    const { status, body } = await upload(root, csv(1), { headers: { "content-type": "text/plain" } });
    expect(status).toBe(400);
    expect(body.message).toContain("application/octet-stream");
  });

  it("names the limit, whether the length is declared or not", async () => {
    const large = new Uint8Array(100_001);
    const streamed = new Blob([large]).stream();
    for (const body of [large, streamed]) {
      const headers = body === large ? { "content-length": String(large.length) } : undefined;
      const refused = await upload(root, body, headers === undefined ? {} : { headers });
      expect(refused.status).toBe(413);
      expect(refused.body.message).toContain("Uploads are limited to 0.1 MB (IMPORT_UPLOAD_MB)");
    }
  });

  it("is rejected if it breaks off, is empty, or has no name", async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("entity,"));
        controller.error(new Error("aborted"));
      },
    });
    expect(await upload(root, broken)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("broke off") },
    });
    const short = await upload(root, csv(1), { headers: { "content-length": "5000" } });
    expect(short).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/after \d+ of 5000 bytes/) },
    });
    expect(await upload(root, "")).toMatchObject({ status: 400, body: { message: "The file is empty." } });
    for (const name of ["", "..", "/"])
      expect(await upload(root, csv(1), { name })).toMatchObject({ status: 400 });
    expect(await current(root)).toBeNull();
  });

  it("is rejected if a small file unpacks to a huge one", async () => {
    for (const content of [
      `PAR1${"\0".repeat(500)}PAR1`,
      `PAR1${"x".repeat(500)}\x10\0\0\0PAR1`,
      `PAR1${"\xff".repeat(40)}\xff\xff\xff\x7fPAR1`,
    ]) {
      const uploaded = await upload(root, Buffer.from(content, "latin1"), { name: "corrupt.parquet" });
      expect(uploaded).toMatchObject({ status: 201 });
      await root.mutate("imports.discard", { id: uploaded.body.id });
    }
    const bomb = gzipSync(Buffer.alloc(3_000_000, "entity,metric,date,value\n"));
    expect(bomb.length).toBeLessThan(100_000);
    const { status, body } = await upload(root, bomb, { name: "bomb.csv.gz" });
    expect(status).toBe(413);
    expect(body.message).toContain("larger than 2 MB once it is unpacked");
    const parquet = `${site.uploadFolder}-bomb.parquet`;
    await site.world.store.run(
      `INSERT INTO FUNCTION file('${parquet}', 'Parquet') SELECT 1 AS a, 2 AS b FROM numbers(2000000)`,
    );
    const { readFile, rm } = await import("node:fs/promises");
    const small = await readFile(parquet);
    await rm(parquet);
    expect(small.length).toBeLessThan(100_000);
    expect(await upload(root, small)).toMatchObject({ status: 413 });
  });

  it("is removed if the session ends or the role is revoked while it arrives", async () => {
    const revoked = await site.signedIn("other@operator.example");
    let isPulled = false;
    const body = new ReadableStream({
      async pull(controller) {
        if (isPulled) return;
        isPulled = true;
        controller.enqueue(new TextEncoder().encode(csv(1)));
        await revokeAdministrator(site.people, "other@operator.example", "test");
        controller.close();
      },
    });
    expect(await upload(revoked, body)).toMatchObject({ status: 403 });
    expect(await files()).toEqual([]);
    await grantAdministrator(site.people, "other@operator.example", "test");
  });

  it.each([
    ["a header of a megabyte", `${"a,".repeat(40_000)}\n1\n`, /has no column/],
    ["NUL bytes", "entity\0,metric,date,value\na,b,c,d\n", /NUL characters/],
    ["a ZIP archive", "PK\x03\x04rest", /ZIP archive/],
  ])("with %s is reported as an error", async (_, text, error) => {
    const { body } = await upload(root, text);
    await root.mutate("imports.check", { id: body.id, ...plain });
    const { check } = await settled(root);
    expect(check?.error).toMatch(error);
    expect(JSON.stringify(check).length).toBeLessThan(200_000);
  });
});
