import { datedFileName, type Filter, invalidAt, splitResources } from "#domain";
import { hasSample, type Market, marketStatus } from "#market";

/** The subject of a file, as named by its page. */
const SUBJECT = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_SUBJECT = 300;

export interface PageFile {
  /** Path of its endpoint, such as `tokens/aggregates`. */
  path: string;
  subject: string | undefined;
  filter: Filter | null;
}

/**
 * The name of a page's file, without its extension: the subject, the latest day of figures, and whether any of
 * them is sample data.
 * @throws InvalidError for an invalid subject
 */
export async function pageFileName(market: Market, { path, subject, filter }: PageFile): Promise<string> {
  if (subject !== undefined && (subject.length > MAX_SUBJECT || !SUBJECT.test(subject)))
    throw invalidAt("subject", "must be lower-case letters and digits, in words joined by single hyphens");
  const { as_of, has_sample } = await marketStatus(market);
  const resource = splitResources.find((name) => name === path.split("/")[0]);
  const isSample = resource === undefined ? has_sample : await hasSample(market, resource, filter);
  return datedFileName({ title: subject ?? path, date: as_of, isSample });
}
