import { initTRPC } from "@trpc/server";
import { ZodError, z } from "zod";
import { DomainError, type InputProblem } from "#domain/errors";
import { OtherOrganizationError, type User } from "#domain/people";
import { schemaWords } from "#domain/query";
import type { CatalogIndex } from "#domain/resources";
import type { DataSetStore, Market } from "#market";
import type { Viewer } from "../auth/visitors";
import type { PeopleServices } from "./services";

/** Context of procedures. */
export interface ApiContext {
  market: Market;
  /** The caller; `anonymousUser` for a visitor without a session. */
  user: User;
  /** The visitor's own session, or null. */
  sessionId: string | null;
  /** The administrator viewing the product as `user`, who cannot change anything, or null. */
  viewer: Viewer | null;
  services: PeopleServices & { catalog: () => CatalogIndex; dataSets: DataSetStore };
  /** Facts about the request itself. */
  request: RequestFacts;
}

export interface RequestFacts {
  /** False if a browser reports that another site sent the request. */
  sameOrigin: boolean;
  /** Network address of the visitor, or of the nearest proxy. */
  networkAddress: string;
  /** Whether the request comes from the server's own machine. */
  isOnLoopback: boolean;
  /** The organization for which the calling page was rendered, or null. */
  shownOrganization: string | null;
  /** Whether the visitor consented to analytics. */
  analyticsAllowed: boolean;
}

function problemsOf(cause: unknown): readonly InputProblem[] {
  if (cause instanceof DomainError && "problems" in cause) return cause.problems as readonly InputProblem[];
  if (cause instanceof ZodError) {
    return cause.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  }
  return [];
}

/** Replaces the message of unexpected errors, which can contain internal details. */
export const UNEXPECTED = "Something went wrong on our side. Please try again.";

/** Inputs of procedures are parsed by the framework, which takes no error map of its own. */
z.config({ customError: schemaWords });

export const t = initTRPC.context<ApiContext>().create({
  /** Errors name the invalid parts of the input; stacks are not sent. */
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
