/**
 * An operation: the work of one command on an open application. It runs in the process that owns the stores,
 * so its input and output are plain JSON.
 */
import type { z } from "zod";
import { InvalidError } from "#domain/errors";
import { problemPath, schemaWords } from "#domain/query";
import type { Application } from "../application";
import type { SettingName } from "../configuration/configuration";

export type Report = (share: number, message: string) => void;

/** The user or process that runs an operation. */
export interface Actor {
  /** Name in the audit log: a user's id, or `operator (alice)` for a command that alice runs. */
  actor: string;
}

/** Name and subject of an operation in the audit log. */
export interface AuditedCommand {
  action: string;
  /** What it changes, such as names of files. */
  subject: string;
  subjectKind: string;
}

export interface Operation<Input, Output> {
  input: z.ZodType<Input>;
  /** Whether it can change market data, so that caches must be refreshed. */
  changesMarketData: boolean;
  /**
   * Settings that the operation depends on. A command whose settings differ from the server's is rejected.
   * Default: none.
   */
  settings?: readonly SettingName[];
  /**
   * Describes it for the log and the audit log, which also record its output or error. Default: not recorded.
   */
  audit?: (input: Input) => AuditedCommand;
  run: (application: Application, input: Input, report: Report, actor: Actor) => Promise<Output>;
  /** Why the list of jobs shows an output as a failure; null if it is none. Default: no output is. */
  failureOf?: (output: Output) => string | null;
}

/** Infers the types of input and output. */
export const operation = <Input, Output>(definition: Operation<Input, Output>): Operation<Input, Output> =>
  definition;

/** @throws InvalidError naming the invalid parts of the input */
export function parseInput<Input>(schema: z.ZodType<Input>, input: unknown): Input {
  const parsed = schema.safeParse(input, { error: schemaWords });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => ({
    path: problemPath(issue.path),
    message: issue.message,
  }));
  const messages = problems.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  throw new InvalidError(messages.join("; "), problems);
}
