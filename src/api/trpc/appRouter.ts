import { marketRouter } from "./marketRouter";
import { accessRouter } from "./people/accessRouter";
import { administrationRouter } from "./people/administrationRouter";
import { analyticsRouter } from "./people/analyticsRouter";
import { apiKeysRouter } from "./people/apiKeysRouter";
import { contactRouter } from "./people/contactRouter";
import { importsRouter } from "./people/importsRouter";
import { organizationsRouter } from "./people/organizationsRouter";
import { planRouter } from "./people/planRouter";
import { recordsRouter } from "./people/recordsRouter";
import { savedViewsRouter } from "./people/savedViewsRouter";
import { searchRouter } from "./people/searchRouter";
import { spreadsheetLinksRouter } from "./people/spreadsheetLinksRouter";
import { teamRouter } from "./people/teamRouter";
import { userSettingsRouter } from "./people/userSettingsRouter";
import { usersRouter } from "./people/usersRouter";
import { watchesRouter } from "./people/watchesRouter";
import { watchlistRouter } from "./people/watchlistRouter";
import { explorerRouter, referenceRouter } from "./referenceRouter";
import { t } from "./trpc";

/** Every procedure of the web application. `procedurePermissions` defines the permission of each. */
export const appRouter = t.router({
  market: marketRouter,
  reference: referenceRouter,
  explorer: explorerRouter,
  users: usersRouter,
  userSettings: userSettingsRouter,
  organizations: organizationsRouter,
  team: teamRouter,
  plan: planRouter,
  apiKeys: apiKeysRouter,
  spreadsheetLinks: spreadsheetLinksRouter,
  access: accessRouter,
  records: recordsRouter,
  search: searchRouter,
  savedViews: savedViewsRouter,
  watchlist: watchlistRouter,
  watches: watchesRouter,
  analytics: analyticsRouter,
  contact: contactRouter,
  administration: administrationRouter,
  imports: importsRouter,
});
export type AppRouter = typeof appRouter;

/** Calls procedures in this process, without HTTP: `createCaller(context).market.table({ … })`. */
export const createCaller = t.createCallerFactory(appRouter);
