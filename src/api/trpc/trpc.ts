import { initTRPC } from "@trpc/server";
import { DomainError, type InputProblem } from "#domain";
import type { Market } from "#market";

/** What procedures work with. */
export interface ApiContext {
  market: Market;
}

export const t = initTRPC.context<ApiContext>().create({
  /** Errors say which parts of the input were wrong; stacks stay on the server. */
  errorFormatter({ shape, error }) {
    const problems: readonly InputProblem[] =
      error.cause instanceof DomainError && "problems" in error.cause
        ? (error.cause.problems as readonly InputProblem[])
        : [];
    const { stack: _, ...data } = shape.data;
    return { ...shape, data: { ...data, problems } };
  },
});
