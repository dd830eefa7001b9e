/** How a figure or chart is cited: a sentence and a BibTeX entry, with a link that pins the data version. */
import { STABLECOIN_PARAMETER } from "#domain/people";
import { AS_OF_PARAMETER } from "#domain/query";
import { formatDataVersion } from "../../format/formatDataVersion";
import { formatDate } from "../../format/formatDate";
import type { FigureScope } from "../../rpc/apiOptions";

export interface Cited {
  /** What is cited, such as `Ethereum: Total value`. */
  title: string;
  /** Its value in words; undefined for a chart. */
  value?: string | undefined;
  /** Latest day of its figures, `YYYY-MM-DD`; null if there is none. */
  date: string | null;
  /** Name of the installation. */
  brand: string;
  dataVersion: number;
  /** URL that opens it. */
  url: string;
  /** Day on which it was opened, `YYYY-MM-DD`. */
  accessed: string;
  isSample: boolean;
}

/**
 * The URL of a page that shows the figures of a data version, whatever is published later, and whatever scope the session
 * of its reader has.
 */
export function permanentUrl(
  url: string,
  { dataVersion, stablecoins }: { dataVersion: number | null } & Pick<FigureScope, "stablecoins">,
): string {
  const pinned = new URL(url);
  if (stablecoins !== undefined) pinned.searchParams.set(STABLECOIN_PARAMETER, stablecoins);
  pinned.searchParams.delete(AS_OF_PARAMETER);
  if (dataVersion !== null) pinned.searchParams.set(AS_OF_PARAMETER, String(dataVersion));
  return pinned.href;
}

const sampleWords = ({ isSample }: Cited) => (isSample ? "Sample data" : "Data");

/** One sentence, for a text or a footnote. */
export function citationSentence(cited: Cited): string {
  const { title, value, date, brand, dataVersion, url, accessed } = cited;
  const figure = value === undefined ? title : `${title}: ${value}`;
  const day =
    date === null ? "" : value === undefined ? `, to ${formatDate(date)}` : ` on ${formatDate(date)}`;
  return `${figure}${day}. ${brand}. ${sampleWords(cited)} version ${formatDataVersion(dataVersion)}, accessed ${formatDate(accessed)}. ${url}`;
}

/** Characters with a meaning in BibTeX. */
const escaped = (text: string): string =>
  text
    .replaceAll("\\", "\\textbackslash ")
    .replace(/[&%$#_{}]/g, (character) => `\\${character}`)
    .replaceAll("~", "\\textasciitilde ")
    .replaceAll("^", "\\textasciicircum ");

const keyOf = ({ brand, title, dataVersion }: Cited): string => {
  const words =
    `${brand} ${title}`
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return [...words.slice(0, 6), dataVersion].join("-");
};

/** An entry of type `misc`, which every style of BibTeX and BibLaTeX has. */
export function citationBibtex(cited: Cited): string {
  const { title, value, date, brand, dataVersion, url, accessed } = cited;
  const year = new Date(dataVersion * 1_000).getUTCFullYear();
  const note = [
    ...(value === undefined ? [] : [`Value: ${value}`]),
    ...(date === null ? [] : [`${value === undefined ? "to" : "on"} ${date}`]),
    `${sampleWords(cited)} version ${formatDataVersion(dataVersion)}`,
    `accessed ${accessed}`,
  ].join(", ");
  return `@misc{${keyOf(cited)},
  author = {{${escaped(brand)}}},
  title = {${escaped(title)}},
  year = {${year}},
  howpublished = {\\url{${url}}},
  note = {${escaped(note)}}
}`;
}
