/**
 * Protocol of the control socket: one POST per command. The response is a stream of events, one JSON object
 * per line, ending with a result or an error. The body is one line with the command, and a second one to stop
 * it.
 */
import { z } from "zod";
import { errorKinds } from "#domain/errors";

export const controlRequestSchema = z.object({
  operation: z.string(),
  input: z.unknown(),
  /**
   * Settings of the command that are not defaults, by name. The server rejects a command that needs other
   * values.
   */
  settings: z.record(z.string(), z.string()).default({}),
  /** Operating system user who runs the command, for the audit log. */
  user: z.string().max(256).default(""),
});

/** The line that stops a command at its next checkpoint. */
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
