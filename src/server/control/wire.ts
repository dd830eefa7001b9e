/**
 * What goes over the control socket: one POST per command, answered by a
 * stream of events, one JSON object a line, closed by a result or an error.
 * The body is a line with the command, and one more where it is to be stopped.
 */
import { z } from "zod";
import { errorKinds } from "#domain";

export const controlRequestSchema = z.object({
  operation: z.string(),
  input: z.unknown(),
  /** Settings of the command that are not defaults, by name. The server refuses a command that needs other values. */
  settings: z.record(z.string(), z.string()).default({}),
  /** Operating system's user who runs the command, for the audit log. */
  user: z.string().max(256).default(""),
});

/** The line that asks a command to end where what it has done is whole. */
export const STOP = "stop";

export const controlEventSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("progress"),
    /** 0 to 1. */
    share: z.number(),
    message: z.string(),
  }),
  z.object({ type: z.literal("result"), output: z.unknown() }),
  z.object({
    type: z.literal("error"),
    kind: z.enum([...errorKinds, "unexpected"]),
    message: z.string(),
    problems: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
]);
export type ControlEvent = z.output<typeof controlEventSchema>;
