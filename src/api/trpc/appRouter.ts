import { marketRouter } from "./marketRouter";
import { t } from "./trpc";

/** Every procedure of the web application. */
export const appRouter = t.router({ market: marketRouter });
export type AppRouter = typeof appRouter;

/** Calls procedures in this process, without HTTP: `createCaller({ market }).market.table({ … })`. */
export const createCaller = t.createCallerFactory(appRouter);
