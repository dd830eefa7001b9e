/** The shape of a line of `catalog/citations.jsonl`: one publication that cites the data of this installation. */
import { z } from "zod";
import { catalogId, catalogSlug, httpUrl, partialDate } from "./valueSchemas";

export const citationMedia = [
  "article",
  "report",
  "paper",
  "newsletter",
  "podcast",
  "video",
  "filing",
  "book",
] as const;

const words = (most: number) => z.string().trim().min(1).max(most);

export const citationSchema = z.strictObject({
  id: catalogId,
  title: words(240),
  publisher: words(80),
  medium: z.enum(citationMedia),
  authors: z.array(words(80)).default([]),
  published: partialDate
    .nullable()
    .default(null)
    .describe("date of publication, as precisely as known: 2025, 2025-05 or 2025-05-31"),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, "must be an ISO 639-1 code in lower case")
    .nullable()
    .default(null)
    .describe("ISO 639-1 code, such as en; null if unknown"),
  quote: words(400)
    .nullable()
    .default(null)
    .describe("the passage that cites the data, verbatim; null if none"),
  assets: z.array(catalogSlug).default([]).describe("slugs of the assets that the passage is about"),
  source: httpUrl.describe("public URL of the publication"),
});

export type Citation = z.output<typeof citationSchema>;
