import { hiddenClassPaths } from "#domain/people";
import { entitySizes } from "#market";
import { searchGroups } from "../../search/searchGroups";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

export const searchRouter = t.router({
  /** All items of the global search, in groups. */
  getInitialSearchGroups: domainProcedure.query(async ({ ctx }) => {
    const catalog = ctx.services.catalog();
    return searchGroups({
      catalog,
      sizes: await entitySizes(ctx.market),
      caller: ctx.user,
      hiddenPaths: hiddenClassPaths(ctx.services.emptyClasses, catalog),
    });
  }),
});
