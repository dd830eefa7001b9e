import { z } from "zod";
import { noteVisit, unwatch, visitBefore, watch, watchedBy } from "#accounts/watchlist";
import { NotFoundError } from "#domain/errors";
import { storedId, type Watchlist, watchedKinds } from "#domain/people";
import { entityOf } from "#domain/resources";
import { marketStatus } from "#market";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";

const entry = z.object({ kind: z.enum(watchedKinds), id: storedId });

/** Latest day with figures, or null. */
const shownDay = async ({ market }: ApiContext): Promise<string | null> => (await marketStatus(market)).as_of;

/** The caller's watchlist. Users can only see and change their own. */
export const watchlistRouter = t.router({
  get: domainProcedure.query(async ({ ctx }): Promise<Watchlist> => {
    // A watchlist is private: it is empty for administrators viewing as another user.
    if (ctx.viewer !== null) return { items: [], since: null };
    const { people } = ctx.services;
    const [items, day] = await Promise.all([watchedBy(people, ctx.user.id), shownDay(ctx)]);
    return { items, since: day === null ? null : await visitBefore(people, { userId: ctx.user.id, day }) };
  }),
  /** Adds an asset, a token or a network. Adding it twice changes nothing. */
  add: domainProcedure.input(entry).mutation(async ({ ctx, input: { kind, id } }) => {
    if (!ctx.services.catalog()[entityOf(kind).resource].some((row) => row.id === id)) {
      throw new NotFoundError(`There is no ${kind} with the id ${id}.`);
    }
    await watch(ctx.services.people, { userId: ctx.user.id, kind, entityId: id });
  }),
  remove: domainProcedure.input(entry).mutation(async ({ ctx, input: { kind, id } }) => {
    await unwatch(ctx.services.people, { userId: ctx.user.id, kind, entityId: id });
  }),
  /** Records a visit of the caller's watchlist: on a later day, changes are relative to today. */
  visit: domainProcedure.mutation(async ({ ctx }) => {
    const day = await shownDay(ctx);
    if (day !== null) await noteVisit(ctx.services.people, { userId: ctx.user.id, day });
  }),
});
