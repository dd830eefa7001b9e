import { marketRouter } from "./marketRouter";
import { analyticsRouter } from "./people/analyticsRouter";
import { apiKeysRouter } from "./people/apiKeysRouter";
import { contactRouter } from "./people/contactRouter";
import { organizationsRouter } from "./people/organizationsRouter";
import { planRouter } from "./people/planRouter";
import { searchRouter } from "./people/searchRouter";
import { teamRouter } from "./people/teamRouter";
import { userSettingsRouter } from "./people/userSettingsRouter";
import { usersRouter } from "./people/usersRouter";
import { watchlistRouter } from "./people/watchlistRouter";
import { t } from "./trpc";

/** Every procedure of the web application. What each needs stands in `procedurePermissions`. */
export const appRouter = t.router({
  market: marketRouter,
  users: usersRouter,
  userSettings: userSettingsRouter,
  organizations: organizationsRouter,
  team: teamRouter,
  plan: planRouter,
  apiKeys: apiKeysRouter,
  search: searchRouter,
  watchlist: watchlistRouter,
  analytics: analyticsRouter,
  contact: contactRouter,
});
export type AppRouter = typeof appRouter;

/** Calls procedures in this process, without HTTP: `createCaller(context).market.table({ … })`. */
export const createCaller = t.createCallerFactory(appRouter);
