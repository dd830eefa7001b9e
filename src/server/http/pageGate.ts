import type { MiddlewareHandler } from "hono";
import { accessTo, pagePermission, type User } from "#domain";

/**
 * The permission matrix at the door of every page. A visitor without an account
 * is led to sign in and back; an account that lacks the permission gets the
 * page that says so, with its status.
 */
export const pageGate =
  (userOf: (request: Request) => Promise<User>): MiddlewareHandler =>
  async (c, next) => {
    const permission = pagePermission(c.req.path);
    if (permission === "public") return next();
    const user = await userOf(c.req.raw).catch(() => null);
    // The page itself says that it could not be found out who asks, and shows nothing else.
    if (user === null) return next();
    const access = accessTo(permission, user);
    if (access === "sign_in") {
      const { pathname, search } = new URL(c.req.url);
      const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: pathname + search });
      c.header("cache-control", "no-store");
      return c.redirect(`/login?${query}`, 302);
    }
    await next();
    // The page itself says what is missing: the root route asks the same matrix.
    if (access === "forbidden") c.res = new Response(c.res.body, { status: 403, headers: c.res.headers });
  };
