import { searchGroups } from "../../search/searchGroups";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

export const searchRouter = t.router({
  /** Everything that the global search can lead to, in groups. */
  getInitialSearchGroups: domainProcedure.query(({ ctx }) =>
    searchGroups(ctx.services.catalog(), ctx.user.features),
  ),
});
