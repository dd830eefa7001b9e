import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { ForbiddenError, type InputProblem, NotFoundError, PreconditionError } from "#domain/errors";
import { dependenceOn, type RecordType, type RecordValues, recordTypeOf } from "#domain/records";
import { withArticle } from "#domain/text";
import type { RecordName } from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";
import type { Transaction } from "../organizations/lockTeam";
import { readDraft, refuse } from "./readDraft";
import { dependantsOf, type RecordId, readId, readRecord } from "./readRecords";
import { columnOf, recordTable } from "./recordTables";

/**
 * The policies that a key must have through its own roles. A deletion leaves the list as it is, so that a key whose role,
 * policy or assignment is deleted is rejected rather than left with fewer limits.
 */

const { apiAccessKeyRoles, apiAccessPolicyAssignments, apiKeys } = peopleTables;

/**
 * Updates the list of keys after a record was created or edited. A role assigned to a key sets the list to the policies of
 * its roles, unless they have none; a policy assigned to a role is added to the list of each key with this role.
 */
async function requirePolicies(
  tx: Transaction,
  { name, values }: { name: RecordName; values: RecordValues },
): Promise<void> {
  if (name === "api_access_key_roles") {
    const ofRoles = sql`SELECT DISTINCT pa.policy_id FROM ${apiAccessKeyRoles} kr
      JOIN ${apiAccessPolicyAssignments} pa ON pa.role_id = kr.role_id WHERE kr.key_id = ${values.keyId}`;
    await tx.execute(sql`UPDATE ${apiKeys} SET required_policies = ARRAY(${ofRoles})
      WHERE id = ${values.keyId} AND EXISTS (${ofRoles})`);
  }
  if (name === "api_access_policy_assignments") {
    await tx.execute(sql`UPDATE ${apiKeys} SET required_policies = array_append(required_policies, ${values.policyId}::integer)
      WHERE id IN (SELECT key_id FROM ${apiAccessKeyRoles} WHERE role_id = ${values.roleId})
        AND NOT ${values.policyId}::integer = ANY(required_policies)`);
  }
}

/** Problems of a draft whose fields are valid individually, such as two fields that conflict. */
export type RecordRule = (draft: RecordValues) => readonly InputProblem[];
export type RecordRules = Readonly<Partial<Record<RecordName, RecordRule>>>;

export interface RecordAction {
  name: RecordName;
  /** Id of the acting user. */
  actor: string;
  rules?: RecordRules;
}

/**
 * Creates a record.
 * @throws InvalidError naming fields, ForbiddenError for a kind that administrators cannot create
 */
export const createRecord = ({ db }: Pick<PeopleStore, "db">, record: NewRecord): Promise<{ id: RecordId }> =>
  db.transaction((tx) => insertRecord(tx, record));

export type NewRecord = RecordAction & { values: Readonly<Record<string, unknown>> };

/** As `createRecord`, within a transaction. */
export async function insertRecord(
  tx: Transaction,
  { values, ...action }: NewRecord,
): Promise<{ id: RecordId }> {
  const type = requireAct(action.name, "create");
  const draft = readDraft(type, values, null);
  await requireSound(tx, type, draft, { rules: action.rules, id: null });
  const table = recordTable(type.name);
  const [row] = await tx
    .insert(table)
    .values(stored(type, draft))
    .returning({ id: columnOf(table, "id") });
  const id = idOf(row?.id);
  const { values: after } = await readRecord(tx, type.name, id);
  await requirePolicies(tx, { name: type.name, values: after });
  await writeAudit(tx, { ...entryOf(type, action, "create"), subject: String(id), after });
  return { id };
}

/**
 * Edits a record. Fields that the form does not contain are unchanged. @throws as `createRecord`;
 * NotFoundError
 */
export async function editRecord(
  { db }: Pick<PeopleStore, "db">,
  {
    id: named,
    values,
    ...action
  }: RecordAction & { id: RecordId; values: Readonly<Record<string, unknown>> },
): Promise<void> {
  const type = requireAct(action.name, "edit");
  await db.transaction(async (tx) => {
    const id = await hold(tx, type, named);
    const { values: before } = await readRecord(tx, type.name, id);
    const draft = readDraft(type, values, { id, values: before });
    await requireSound(tx, type, { ...before, ...draft }, { rules: action.rules, id });
    const table = recordTable(type.name);
    await tx
      .update(table)
      .set({ ...stored(type, draft), ...(hasMoment(type) && { updatedAt: new Date() }) })
      .where(eq(columnOf(table, "id"), id));
    const { values: after } = await readRecord(tx, type.name, id);
    await requirePolicies(tx, { name: type.name, values: after });
    await writeAudit(tx, { ...entryOf(type, action, "edit"), subject: String(id), before, after });
  });
}

/**
 * Deletes a record and its dependants.
 * @param dependants number of dependants that the administrator was shown
 * @throws NotFoundError; PreconditionError if the number has changed since
 */
export async function deleteRecord(
  { db }: Pick<PeopleStore, "db">,
  { id: named, dependants, ...action }: RecordAction & { id: RecordId; dependants: number },
): Promise<void> {
  const type = requireAct(action.name, "delete");
  await db.transaction(async (tx) => {
    const id = await hold(tx, type, named);
    const depending = await dependantsOf(tx, type.name, id);
    if (depending.reduce((sum, one) => sum + one.count, 0) !== dependants) {
      throw new PreconditionError(
        `The records that depend on this ${type.singular} have changed. Check the list, then delete again.`,
      );
    }
    for (const { type: dependent, field } of dependenceOn(type.name)) {
      const table = recordTable(dependent.name);
      const going = await tx
        .select({ id: columnOf(table, "id") })
        .from(table)
        .where(eq(columnOf(table, field.name), id));
      for (const row of going) await remove(tx, dependent, idOf(row.id), action);
    }
    await remove(tx, type, id, action);
  });
}

async function remove(tx: Transaction, type: RecordType, id: RecordId, action: RecordAction): Promise<void> {
  const { values } = await readRecord(tx, type.name, id);
  const { loggedFields = Object.keys(values) } = type;
  const before = Object.fromEntries(Object.entries(values).filter(([name]) => loggedFields.includes(name)));
  const table = recordTable(type.name);
  await tx.delete(table).where(eq(columnOf(table, "id"), id));
  await writeAudit(tx, { ...entryOf(type, action, "delete"), subject: String(id), before });
}

function requireAct(name: RecordName, act: keyof RecordType["can"]): RecordType {
  const type = recordTypeOf(name);
  if (!type.can[act])
    throw new ForbiddenError(`There is no way to ${act} ${withArticle(type.singular)} here.`);
  return type;
}

/** Locks a record until the transaction ends. */
async function hold(tx: Transaction, type: RecordType, named: RecordId): Promise<RecordId> {
  const table = recordTable(type.name);
  const id = readId(type, named);
  const [row] =
    id === null
      ? []
      : await tx
          .select({ id: columnOf(table, "id") })
          .from(table)
          .where(eq(columnOf(table, "id"), id))
          .for("update");
  if (row === undefined || id === null) {
    throw new NotFoundError(`There is no ${type.singular} ${JSON.stringify(named)}.`);
  }
  return id;
}

/**
 * Checks across fields: references exist, the name is unique, and the rules of the kind are met. @throws
 * InvalidError
 */
async function requireSound(
  tx: Transaction,
  type: RecordType,
  draft: RecordValues,
  { rules = {}, id }: { rules?: RecordRules | undefined; id: RecordId | null },
): Promise<void> {
  const problems: InputProblem[] = [...(rules[type.name]?.(draft) ?? [])];
  for (const field of type.fields) {
    const value = draft[field.name];
    if (field.refersTo === null || field.editable === "never" || value === null || value === undefined)
      continue;
    const to = recordTypeOf(field.refersTo);
    const table = recordTable(to.name);
    const known = typeof value === "string" || typeof value === "number" ? readId(to, value) : null;
    // Locked, so that the referenced record still exists at the write.
    const [found] =
      known === null
        ? []
        : await tx
            .select({ id: columnOf(table, "id") })
            .from(table)
            .where(eq(columnOf(table, "id"), known))
            .for("share");
    if (found === undefined)
      problems.push({ path: field.name, message: `This ${to.singular} no longer exists` });
  }
  refuse(problems);
  await requireUnique(tx, type, draft, id);
}

async function requireUnique(
  tx: Transaction,
  type: RecordType,
  draft: RecordValues,
  id: RecordId | null,
): Promise<void> {
  const [first, ...others] = type.unique;
  if (first === undefined) return;
  const table = recordTable(type.name);
  // Serialized: of two concurrent saves, the second sees the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${type.name}))`);
  const same = type.unique.map((name) => eq(columnOf(table, name), draft[name]));
  const [taken] = await tx
    .select({ id: columnOf(table, "id") })
    .from(table)
    .where(and(...same, id === null ? undefined : ne(columnOf(table, "id"), id)));
  if (taken === undefined) return;
  const labels = type.fields
    .filter(({ name }) => type.unique.includes(name))
    .map(({ label }) => label.toLowerCase());
  const message =
    others.length === 0
      ? `Another ${type.singular} already has this ${labels[0]}`
      : `Another ${type.singular} already has this ${labels.join(" and ")}`;
  refuse([{ path: others.at(-1) ?? first, message }]);
}

/** A draft as stored: null becomes blank in text columns that are not nullable. */
function stored(type: RecordType, draft: RecordValues): Record<string, RecordValues[string]> {
  const columns = getTableColumns(recordTable(type.name));
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [
      name,
      value === null && columns[name]?.notNull ? "" : value,
    ]),
  );
}

const hasMoment = (type: RecordType) => "updatedAt" in getTableColumns(recordTable(type.name));

const entryOf = (type: RecordType, { actor }: RecordAction, act: string) => ({
  actor,
  action: `${act} ${type.singular}`,
  subjectKind: type.name,
});

function idOf(id: unknown): RecordId {
  if (typeof id === "number" || typeof id === "string") return id;
  throw new Error("The record could not be saved.");
}
