/** The shape of a line of `catalog/news.jsonl`: one article that its operator lists. */
import { z } from "zod";
import { catalogId, catalogSlug, httpUrl } from "./valueSchemas";

/** Years that times of publication can be stored of, both included. */
export const newsYears = { first: 1970, last: 2105 } as const;
export const isNewsTime = (time: Date): boolean =>
  time.getUTCFullYear() >= newsYears.first && time.getUTCFullYear() <= newsYears.last;

/** Maximum lengths of stored texts of an article. */
export const newsLimits = { title: 300, summary: 600, publisher: 80 } as const;

export const newsSchema = z.strictObject({
  id: catalogId,
  title: z.string().trim().min(1).max(newsLimits.title),
  summary: z
    .string()
    .trim()
    .min(1)
    .max(newsLimits.summary)
    .nullable()
    .default(null)
    .describe("in our own words or as published"),
  publisher: z.string().trim().min(1).max(newsLimits.publisher),
  published: z.iso
    .datetime()
    .refine((time) => isNewsTime(new Date(time)), {
      error: `must be a time from ${newsYears.first} to ${newsYears.last}`,
    })
    .describe("time of publication in UTC, such as 2026-02-01T09:30:00Z"),
  assets: z
    .array(catalogSlug)
    .default([])
    .describe("slugs of assets it is about, in addition to those named in its text"),
  source: httpUrl.describe("public URL of the article"),
});
