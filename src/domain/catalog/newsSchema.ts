/** The shape of a line of `catalog/news.jsonl`: one article that its operator lists. */
import { z } from "zod";
import { catalogId, catalogSlug, httpUrl } from "./valueSchemas";

export const newsSchema = z.strictObject({
  id: catalogId,
  title: z.string().trim().min(1).max(300),
  summary: z
    .string()
    .trim()
    .min(1)
    .max(600)
    .nullable()
    .default(null)
    .describe("in our own words or as published"),
  publisher: z.string().trim().min(1).max(80),
  published: z.iso.datetime().describe("time of publication in UTC, such as 2026-02-01T09:30:00Z"),
  assets: z
    .array(catalogSlug)
    .default([])
    .describe("slugs of assets that it is about, beside those that its text names"),
  source: httpUrl.describe("public address of the article"),
});

export type CatalogNews = z.output<typeof newsSchema>;
