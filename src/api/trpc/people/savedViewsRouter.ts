import { z } from "zod";
import { changeView, deleteView, saveView, viewsOf } from "#accounts/savedViews";
import {
  type SavedView,
  savedViewNameSchema,
  savedViewPathSchema,
  savedViewSearchSchema,
  storedId,
} from "#domain/people";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

/** The caller's saved views. Users can only see and change their own. */
export const savedViewsRouter = t.router({
  /** The views of a page, by name. */
  list: domainProcedure
    .input(z.object({ path: savedViewPathSchema }))
    .query(async ({ ctx, input: { path } }): Promise<SavedView[]> => {
      // Saved views are private: the list is empty for administrators viewing as another user.
      if (ctx.viewer !== null) return [];
      return viewsOf(ctx.services.people, { userId: ctx.user.id, path });
    }),
  save: domainProcedure
    .input(z.object({ path: savedViewPathSchema, name: savedViewNameSchema, search: savedViewSearchSchema }))
    .mutation(({ ctx, input }) => saveView(ctx.services.people, { userId: ctx.user.id, ...input })),
  rename: domainProcedure
    .input(z.object({ id: storedId, name: savedViewNameSchema }))
    .mutation(({ ctx, input }) => changeView(ctx.services.people, { userId: ctx.user.id, ...input })),
  /** Replaces what a view shows. */
  overwrite: domainProcedure
    .input(z.object({ id: storedId, search: savedViewSearchSchema }))
    .mutation(({ ctx, input }) => changeView(ctx.services.people, { userId: ctx.user.id, ...input })),
  remove: domainProcedure.input(z.object({ id: storedId })).mutation(async ({ ctx, input }) => {
    await deleteView(ctx.services.people, { userId: ctx.user.id, ...input });
  }),
});
