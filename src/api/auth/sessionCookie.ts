import { parse } from "hono/utils/cookie";

/** Name of the cookie that carries a session; a request without it is an anonymous visitor's. */
export const SESSION_COOKIE = "cadastre_session";

/** The session's token of a request, or null. */
export const sessionToken = (request: Request): string | null =>
  parse(request.headers.get("cookie") ?? "", SESSION_COOKIE)[SESSION_COOKIE] ?? null;
