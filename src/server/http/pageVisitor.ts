import type { Logger } from "pino";
import { anonymousUser, type PageFailure, type User } from "#domain";
import { storeProblem } from "#stores";

/** Who asks for a page, or why that cannot be told. */
export interface PageVisitor {
  user: User;
  failure: PageFailure | null;
}

/** Finds out who asks. Where that fails the page says so, which is better than none. */
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
