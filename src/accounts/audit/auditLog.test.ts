import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "./auditLog";

let people: PeopleStore;
beforeAll(async () => {
  people = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(() => people.close());

const { auditLog } = peopleTables;
const newest = async () => (await people.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

describe("an entry of the audit log", () => {
  it("names the actor by account, and stores the record before and after", async () => {
    const actor = "2f1c3a10-54f4-4a7e-9c8e-1d2b3c4d5e6f";
    await writeAudit(people.db, {
      actor,
      action: "edit",
      subjectKind: "api_access_roles",
      subject: "7",
      before: { name: "Readers" },
      after: { name: "Analysts" },
    });
    expect(await newest()).toMatchObject({
      actor,
      actorUserId: actor,
      subjectKind: "api_access_roles",
      subject: "7",
      before: { name: "Readers" },
      after: { name: "Analysts" },
    });
  });

  it("names a process by its name, and leaves fields that were not set empty", async () => {
    await writeAudit(people.db, {
      actor: "operator",
      action: "revoke API key",
      subject: "3",
      subjectKind: "api_key",
    });
    expect(await newest()).toMatchObject({
      actor: "operator",
      actorUserId: null,
      subjectKind: "api_key",
      detail: "",
      before: null,
      after: null,
    });
  });
});
