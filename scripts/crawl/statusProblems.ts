import { pagePermission } from "#domain/screens";
import { accessTo, type Caller } from "#domain/vocabulary";

/** Problems of the status and the final URL of a page, by the access that it requires. */
export function statusProblems({
  requested,
  arrived,
  status,
  caller,
}: {
  requested: string;
  arrived: string;
  status: number;
  caller: Caller;
}): string[] {
  const at = new URL(arrived);
  const requestedPath = new URL(requested).pathname;
  if (at.pathname === "/login" && requestedPath !== "/login") {
    const wanted = new URL(at.searchParams.get("callbackUrl") ?? "/", at).pathname;
    return accessTo(pagePermission(wanted), caller) === "sign_in"
      ? []
      : ["asks somebody to sign in who may open it"];
  }
  const access = accessTo(pagePermission(at.pathname), caller);
  if (access === "sign_in") return ["opens without an account"];
  const expected = access === "allowed" ? 200 : 403;
  return status === expected ? [] : [`answers ${status}, not ${expected}`];
}
