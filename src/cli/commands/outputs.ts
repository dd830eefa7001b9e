/** What operations answer, checked where the command prints it: it may have come over the control socket. */
import { z } from "zod";

export const keyCreatedSchema = z.object({ id: z.number(), key: z.string() });

export const keyListSchema = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    prefix: z.string(),
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
  }),
);

export const importOutputSchema = z.object({ summary: z.string(), clean: z.boolean() });

export const quarantineSchema = z.object({
  rows: z.array(
    z.object({
      file: z.string(),
      line: z.number(),
      field: z.string(),
      kind: z.string(),
      reason: z.string(),
      row: z.string(),
    }),
  ),
  total: z.number(),
  summary: z.string(),
});

export const messageOutputSchema = z.object({ message: z.string() });
