/** Encoding of the subjects of an article in its row. */
import { newsTagKinds } from "../vocabulary/newsTagKinds";
import type { NewsTags } from "./tagNews";

/** The address of the feed of our own news. */
export const NEWS_FEED_PATH = "/news.atom";

/** An entity in the field `subjects`: `network/ethereum/Ethereum`. */
export const subjectsOf = (tags: NewsTags): string[] =>
  newsTagKinds.flatMap((kind) => tags[kind].map(({ slug, name }) => `${kind}/${slug}/${name}`));

/** Parses a subject. */
export function readSubject(subject: string): { kind: string; slug: string; name: string } {
  const [kind = "", slug = "", ...name] = subject.split("/");
  return { kind, slug, name: name.join("/") };
}

/** The columns of a row of news with its subjects. */
export const tagColumns = (tags: NewsTags): Readonly<Record<string, readonly string[]>> => ({
  ...Object.fromEntries(newsTagKinds.map((kind) => [`${kind}_tags`, tags[kind].map(({ slug }) => slug)])),
  subjects: subjectsOf(tags),
});
