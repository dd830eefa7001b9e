import { z } from "zod";
import {
  createRecord,
  deleteRecord,
  dependantsOf,
  editRecord,
  listRecords,
  readRecord,
  recordOptions,
} from "#accounts/records";
import { parseQuery, queryLimits } from "#domain/query";
import { recordTypeOf } from "#domain/records";
import { type RecordName, recordNames } from "#domain/vocabulary";
import { requirePermission } from "../../access/requirePermission";
import { recordRules } from "../../records/recordRules";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";

const record = z.enum(recordNames);
const id = z.union([z.int().positive(), z.string().max(100)]);
const values = z.record(z.string().max(100), z.unknown());

/** Requires the permission of a kind of records. @returns the kind */
function admitted({ user }: ApiContext, name: RecordName): RecordName {
  requirePermission(user, recordTypeOf(name).permission);
  return name;
}

/** Records of people of every described kind, for administrators. */
export const recordsRouter = t.router({
  list: domainProcedure
    .input(z.object({ record, query: z.unknown() }))
    .query(({ ctx, input }) =>
      listRecords(ctx.services.people.db, admitted(ctx, input.record), parseQuery(input.query)),
    ),
  get: domainProcedure
    .input(z.object({ record, id }))
    .query(({ ctx, input }) => readRecord(ctx.services.people.db, admitted(ctx, input.record), input.id)),
  /** The choices of a reference field in a form. */
  options: domainProcedure
    .input(z.object({ record, search: z.string().max(queryLimits.searchLength).nullish() }))
    .query(({ ctx, input }) =>
      recordOptions(ctx.services.people.db, admitted(ctx, input.record), input.search ?? null),
    ),
  /** The records deleted together with a record. */
  dependants: domainProcedure
    .input(z.object({ record, id }))
    .query(({ ctx, input }) => dependantsOf(ctx.services.people.db, admitted(ctx, input.record), input.id)),
  create: domainProcedure.input(z.object({ record, values })).mutation(({ ctx, input }) =>
    createRecord(ctx.services.people, {
      name: admitted(ctx, input.record),
      values: input.values,
      actor: ctx.user.id,
      rules: recordRules,
    }),
  ),
  edit: domainProcedure.input(z.object({ record, id, values })).mutation(({ ctx, input }) =>
    editRecord(ctx.services.people, {
      name: admitted(ctx, input.record),
      id: input.id,
      values: input.values,
      actor: ctx.user.id,
      rules: recordRules,
    }),
  ),
  delete: domainProcedure
    .input(z.object({ record, id, dependants: z.int().min(0) }))
    .mutation(({ ctx, input }) =>
      deleteRecord(ctx.services.people, {
        name: admitted(ctx, input.record),
        id: input.id,
        dependants: input.dependants,
        actor: ctx.user.id,
      }),
    ),
});
