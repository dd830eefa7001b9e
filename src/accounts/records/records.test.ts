import { asc, getTableName, gt, max } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { InvalidError, NotFoundError, PreconditionError } from "#domain/errors";
import { parseQuery } from "#domain/query";
import { recordTypeOf } from "#domain/records";
import { recordNames } from "#domain/vocabulary";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { dependantsOf, listRecords, readRecord, recordOptions } from "./readRecords";
import { recordTable } from "./recordTables";
import { createRecord, deleteRecord, editRecord } from "./writeRecords";

const actor = "2f1c3a10-54f4-4a7e-9c8e-1d2b3c4d5e6f";
const { auditLog, users } = peopleTables;

let people: PeopleStore;
beforeAll(async () => {
  people = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(() => people.close());

const policy = (name: string, more: object = {}) =>
  createRecord(people, { name: "api_access_policies", actor, values: { name, effect: "allow", ...more } });
const role = (name: string, more: object = {}) =>
  createRecord(people, { name: "api_access_roles", actor, values: { name, ...more } });
const problemsOf = async (call: Promise<unknown>) => {
  try {
    await call;
  } catch (error) {
    if (error instanceof InvalidError) return error.problems;
    throw error;
  }
  return [];
};

beforeEach(async () => {
  const {
    apiAccessOrgRoles,
    apiAccessPolicies,
    apiAccessPolicyAssignments,
    apiAccessRoles,
    apiAccessUserRoles,
  } = peopleTables;
  for (const table of [
    apiAccessUserRoles,
    apiAccessOrgRoles,
    apiAccessPolicyAssignments,
    apiAccessPolicies,
    apiAccessRoles,
    users,
  ]) {
    await people.db.delete(table);
  }
  const [newest] = await people.db.select({ id: max(auditLog.id) }).from(auditLog);
  writtenBefore = newest?.id ?? 0;
});

/** Number of audit entries that earlier tests wrote. */
let writtenBefore = 0;
const written = () =>
  people.db.select().from(auditLog).where(gt(auditLog.id, writtenBefore)).orderBy(asc(auditLog.id));

it.each(recordNames)("of the kind %s has a description and a table", (name) => {
  expect(recordTypeOf(name).name).toBe(name);
  expect(getTableName(recordTable(name))).toBe(name);
});

describe("a record", () => {
  it("is created from a form, shown and changed, and the audit log stores it before and after each change", async () => {
    const { id } = await role("  Readers ", { description: "All of it" });
    const first = await readRecord(people.db, "api_access_roles", id);
    expect(first).toMatchObject({
      id,
      label: "Readers",
      values: { name: "Readers", description: "All of it" },
    });
    await editRecord(people, { name: "api_access_roles", id, actor, values: { name: "Analysts" } });
    const second = await readRecord(people.db, "api_access_roles", id);
    expect(second.values).toMatchObject({ name: "Analysts", description: "" });
    await deleteRecord(people, { name: "api_access_roles", id, dependants: 0, actor });
    await expect(readRecord(people.db, "api_access_roles", id)).rejects.toThrow(NotFoundError);
    const log = await written();
    expect(log).toMatchObject([
      { action: "create role", before: null, after: first.values },
      { action: "edit role", before: first.values, after: second.values },
      { action: "delete role", before: second.values, after: null },
    ]);
    for (const entry of log) {
      expect(entry).toMatchObject({
        actorUserId: actor,
        subjectKind: "api_access_roles",
        subject: String(id),
      });
    }
  });

  it("is rejected with a problem for each invalid field, and nothing is written", async () => {
    expect(
      await problemsOf(
        policy("", { effect: "maybe", actions: ["write"], historyDays: 0, updatedAt: "2026-01-01" }),
      ),
    ).toEqual([
      { path: "updatedAt", message: "cannot be set" },
      { path: "name", message: "Enter a name" },
      { path: "effect", message: "Choose one of: allow, deny" },
      { path: "actions", message: "Choose a valid value" },
      { path: "historyDays", message: "Enter at least 1" },
    ]);
    expect(await problemsOf(role("a\u0000b"))).toMatchObject([{ path: "name" }]);
    expect(await written()).toEqual([]);
  });

  it("has a unique name, even if two are created at once", async () => {
    await role("Readers");
    expect(await problemsOf(role("Readers"))).toEqual([
      { path: "name", message: "Another role already has this name" },
    ]);
    const made = await Promise.allSettled([role("Twice"), role("Twice")]);
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("keeps its name when edited, and refers only to existing records", async () => {
    const { id } = await role("Readers");
    await editRecord(people, {
      name: "api_access_roles",
      id,
      actor,
      values: { name: "Readers", description: "x" },
    });
    const given = createRecord(people, {
      name: "api_access_user_roles",
      actor,
      values: { userId: actor, roleId: id },
    });
    expect(await problemsOf(given)).toEqual([{ path: "userId", message: "This user no longer exists" }]);
  });

  it("is deleted with the record it depends on, only if it was shown as a dependant", async () => {
    const [{ id: policyId }, { id: roleId }] = [await policy("Funds"), await role("Readers")];
    await createRecord(people, {
      name: "api_access_policy_assignments",
      actor,
      values: { policyId, roleId },
    });
    expect(await dependantsOf(people.db, "api_access_policies", policyId)).toMatchObject([
      { type: "api_access_policy_assignments", count: 1, records: [{ label: "Funds · Readers" }] },
    ]);
    await expect(
      deleteRecord(people, { name: "api_access_policies", id: policyId, dependants: 0, actor }),
    ).rejects.toThrow(PreconditionError);
    await deleteRecord(people, { name: "api_access_policies", id: policyId, dependants: 1, actor });
    expect(await dependantsOf(people.db, "api_access_roles", roleId)).toEqual([]);
    const deleted = (await written()).slice(-2);
    expect(deleted.map(({ action }) => action)).toEqual(["delete policy assignment", "delete policy"]);
  });

  it("of a kind that administrators cannot create is rejected", async () => {
    await expect(createRecord(people, { name: "users", actor, values: {} })).rejects.toThrow(
      "There is no way to create a user here.",
    );
    await expect(createRecord(people, { name: "audit_log", actor, values: {} })).rejects.toThrow(
      "There is no way to create an audit entry here.",
    );
  });

  it.each(["0", "-1", "1.5", "9999999999", "abc", "7; drop table users", actor])(
    "with the id %s is not found",
    async (id) => {
      await expect(readRecord(people.db, "api_access_roles", id)).rejects.toThrow(NotFoundError);
      await expect(
        deleteRecord(people, { name: "api_access_roles", id, dependants: 0, actor }),
      ).rejects.toThrow(NotFoundError);
    },
  );

  it("is found only by the canonical spelling of its id", async () => {
    const { id } = await role("Spelled");
    expect(await readRecord(people.db, "api_access_roles", String(id))).toMatchObject({ label: "Spelled" });
    for (const spelled of [
      `0${id}`,
      `+${id}`,
      ` ${id}`,
      `${id}.0`,
      `${id}e0`,
      `0x${Number(id).toString(16)}`,
    ])
      await expect(readRecord(people.db, "api_access_roles", spelled), spelled).rejects.toThrow(
        NotFoundError,
      );
  });
});

describe("a list of records", () => {
  const list = async (query: object) => {
    const { records, pagination } = await listRecords(people.db, "api_access_policies", parseQuery(query));
    return { labels: records.map(({ label }) => label), ...pagination };
  };
  beforeEach(async () => {
    await policy("Alpha", { resources: ["assets", "tokens"], historyDays: 30, description: "100% of it" });
    await policy("Beta", { effect: "deny", resources: ["loans"] });
    await policy("Gamma");
  });

  it("is sorted, searched and paged", async () => {
    expect(await list({})).toMatchObject({
      labels: ["Alpha", "Beta", "Gamma"],
      resultCount: 3,
      pageCount: 1,
    });
    expect(await list({ sort: { field: "name", direction: "desc" } })).toMatchObject({
      labels: ["Gamma", "Beta", "Alpha"],
    });
    expect(await list({ pagination: { page: 2, perPage: 2 } })).toMatchObject({
      labels: ["Gamma"],
      pageCount: 2,
      resultCount: 3,
    });
    expect((await list({ search: "alph 100%" })).labels).toEqual(["Alpha"]);
    expect((await list({ search: "%" })).labels).toEqual(["Alpha"]);
    expect((await list({ sort: { field: "historyDays" } })).labels).toEqual(["Alpha", "Beta", "Gamma"]);
  });

  it.each([
    [{ operator: "equals", field: "effect", value: "deny" }, ["Beta"]],
    [{ operator: "equals", field: "effect", value: "DENY" }, ["Beta"]],
    [{ operator: "notEquals", field: "effect", value: "deny" }, ["Alpha", "Gamma"]],
    [{ operator: "in", field: "resources", value: ["tokens", "loans"] }, ["Alpha", "Beta"]],
    [{ operator: "includes", field: "resources", value: ["assets", "tokens"] }, ["Alpha"]],
    [{ operator: "gte", field: "historyDays", value: 30 }, ["Alpha"]],
    [{ operator: "notEquals", field: "historyDays", value: 30 }, ["Beta", "Gamma"]],
    [{ operator: "equals", field: "historyDays", value: null }, ["Beta", "Gamma"]],
    [{ operator: "ilike", field: "name", value: "%MM%" }, ["Gamma"]],
    [{ operator: "ilike", field: "name", value: "G_mma" }, []],
    [{ operator: "ilike", field: "description", value: "%\\%%" }, ["Alpha"]],
    [{ operator: "startsWith", field: "name", value: "Be" }, ["Beta"]],
    [{ operator: "onOrAfter", field: "createdAt", value: "2020-01-01" }, ["Alpha", "Beta", "Gamma"]],
    [{ operator: "before", field: "createdAt", value: "2020-01-01" }, []],
    [
      {
        operator: "or",
        filters: [
          { operator: "equals", field: "name", value: "Alpha" },
          { operator: "equals", field: "name", value: "Gamma" },
        ],
      },
      ["Alpha", "Gamma"],
    ],
  ])("filters by %o", async (filter, labels) => {
    expect((await list({ filter })).labels).toEqual(labels);
  });

  it("reports the invalid part of a filter", async () => {
    const refused = (filter: object) => problemsOf(list({ filter }));
    expect(await refused({ operator: "equals", field: "hash", value: 1 })).toMatchObject([
      { path: "filter.field" },
    ]);
    expect(await refused({ operator: "gt", field: "name", value: "a" })).toMatchObject([
      { path: "filter.operator" },
    ]);
    expect(await refused({ operator: "gt", field: "historyDays", value: "many" })).toMatchObject([
      { path: "filter.value" },
    ]);
    expect(await problemsOf(list({ sort: { field: "resources" } }))).toMatchObject([{ path: "sort.field" }]);
  });

  it("shows, searches and sorts references by name", async () => {
    const [user] = await people.db
      .insert(users)
      .values({ email: "ann@example.org" })
      .returning({ id: users.id });
    const [{ id: readers }, { id: writers }] = [await role("Readers"), await role("Writers")];
    for (const roleId of [readers, writers]) {
      await createRecord(people, {
        name: "api_access_user_roles",
        actor,
        values: { userId: user?.id, roleId },
      });
    }
    const labelled = async (query: object) =>
      (await listRecords(people.db, "api_access_user_roles", parseQuery(query))).records.map(
        ({ label }) => label,
      );
    expect(await labelled({ sort: { field: "roleId", direction: "desc" } })).toEqual([
      "ann@example.org · Writers",
      "ann@example.org · Readers",
    ]);
    expect(await labelled({ search: "ann read" })).toEqual(["ann@example.org · Readers"]);
    const filter = { operator: "ilike", field: "roleId", value: "%writ%" };
    expect(await labelled({ filter })).toEqual(["ann@example.org · Writers"]);
    expect(await recordOptions(people.db, "api_access_roles", "read")).toEqual({
      options: [{ id: readers, label: "Readers" }],
      isAll: true,
    });
  });
});
