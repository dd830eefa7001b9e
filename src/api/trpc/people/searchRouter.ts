import { entitySizes } from "#market";
import { searchGroups } from "../../search/searchGroups";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

export const searchRouter = t.router({
  /** Everything that the global search can lead to, in groups. */
  getInitialSearchGroups: domainProcedure.query(async ({ ctx }) =>
    searchGroups({
      catalog: ctx.services.catalog(),
      sizes: await entitySizes(ctx.market),
      caller: ctx.user,
    }),
  ),
});
