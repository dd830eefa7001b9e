/**
 * api: what goes over the wire. The RPC of our own pages, the v4 REST API and file exports, over the same market functions.
 * Each is made from its dependencies and answers standard `Request`s; src/server mounts them.
 */

export {
  AUTH_PATH,
  type AuthHandler,
  type AuthOptions,
  createAuthHandler,
  SESSION_COOKIE,
} from "./auth/authHandler";
export { type AppRouter, appRouter, createCaller } from "./trpc/appRouter";
export { createTrpcHandler, TRPC_PATH } from "./trpc/createTrpcHandler";
export type { ApiContext } from "./trpc/trpc";
