import { initTRPC } from "@trpc/server";
import { ZodError } from "zod";
import {
  type CatalogIndex,
  DomainError,
  type InputProblem,
  OtherOrganizationError,
  type User,
} from "#domain";
import type { DataSetStore, Market } from "#market";
import type { Viewer } from "../auth/visitors";
import type { PeopleServices } from "./services";

/** What procedures work with. */
export interface ApiContext {
  market: Market;
  /** Who asks; `anonymousUser` for a visitor without a session. */
  user: User;
  /** The visitor's own session; null without one. */
  sessionId: string | null;
  /** The administrator who sees what `user` sees, and may change nothing; null where somebody is here as themselves. */
  viewer: Viewer | null;
  services: PeopleServices & { catalog: () => CatalogIndex; dataSets: DataSetStore };
  /** What is known of the request itself. */
  request: RequestFacts;
}

export interface RequestFacts {
  /** False where a browser says that another site made it. */
  sameOrigin: boolean;
  /** Address of the visitor's machine, or of the proxy nearest to it. */
  networkAddress: string;
  /** Whether it comes from the machine of the server. */
  isOnLoopback: boolean;
  /** The organization that the asking page was drawn for; null where the request does not say. */
  shownOrganization: string | null;
  /** Whether the visitor lets us measure what they do. */
  analyticsAllowed: boolean;
}

function problemsOf(cause: unknown): readonly InputProblem[] {
  if (cause instanceof DomainError && "problems" in cause) return cause.problems as readonly InputProblem[];
  if (cause instanceof ZodError) {
    return cause.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  }
  return [];
}

/** What a caller is told of an error that nobody foresaw: its own words may be anything. */
export const UNEXPECTED = "Something went wrong on our side. Please try again.";

export const t = initTRPC.context<ApiContext>().create({
  /** Errors say which parts of the input were wrong; stacks stay on the server. */
  errorFormatter({ shape, error }) {
    const problems = problemsOf(error.cause);
    const { stack: _, ...data } = shape.data;
    const message =
      error.cause instanceof ZodError
        ? problems.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ")
        : error.code === "INTERNAL_SERVER_ERROR"
          ? UNEXPECTED
          : shape.message;
    return {
      ...shape,
      message,
      data: { ...data, problems, isOtherOrganization: error.cause instanceof OtherOrganizationError },
    };
  },
});
