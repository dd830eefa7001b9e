/**
 * An operation: what one command does, on an open application. It runs in
 * whichever process owns the stores, so its input and output are plain JSON.
 */
import { z } from "zod";
import { InvalidError } from "#domain";
import type { Application } from "../application";

export type Report = (share: number, message: string) => void;

export interface Operation<Input, Output> {
  input: z.ZodType<Input>;
  /** Whether it can change market data, so that caches must look again. */
  changesMarketData: boolean;
  run: (application: Application, input: Input, report: Report) => Promise<Output>;
}

/** Keeps the types of input and output together. */
export const operation = <Input, Output>(definition: Operation<Input, Output>): Operation<Input, Output> =>
  definition;

/** @throws InvalidError naming the parts of the input that do not fit */
export function parseInput<Input>(name: string, schema: z.ZodType<Input>, input: unknown): Input {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => ({
    path: issue.path.join("."),
    message: issue.message,
  }));
  throw new InvalidError(`The input of ${name} is not valid: ${z.prettifyError(parsed.error)}`, problems);
}
