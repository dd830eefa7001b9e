import type { Logger } from "pino";
import { anonymousUser, type PageFailure, type User } from "#domain";
import { storeProblem } from "#stores";

/** The user who requests a page, or why it could not be determined. */
export interface PageVisitor {
  user: User;
  failure: PageFailure | null;
}

/** Determines the user of a request. If that fails, the page reports it rather than failing itself. */
export async function pageVisitor(
  request: Request,
  { userOf, log, requestId }: { userOf: (request: Request) => Promise<User>; log: Logger; requestId: string },
): Promise<PageVisitor> {
  try {
    return { user: await userOf(request), failure: null };
  } catch (error) {
    log.error({ err: error, requestId }, "the visitor of a page could not be determined");
    const message = storeProblem(error)?.message;
    const failure =
      message === undefined
        ? { message: "", code: "INTERNAL_SERVER_ERROR" }
        : { message, code: "SERVICE_UNAVAILABLE" };
    return { user: anonymousUser, failure };
  }
}
