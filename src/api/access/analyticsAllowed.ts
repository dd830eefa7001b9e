import { parse } from "hono/utils/cookie";
import { CONSENT_COOKIE } from "#domain/vocabulary";

/**
 * Whether a visitor can be tracked: they consented, and their browser sends
 * neither Do Not Track nor Global Privacy Control.
 */
export function analyticsAllowed({ headers }: Request): boolean {
  if (headers.get("dnt") === "1" || headers.get("sec-gpc") === "1") return false;
  return parse(headers.get("cookie") ?? "", CONSENT_COOKIE)[CONSENT_COOKIE] === "granted";
}
