import type { ResourceRow } from "#domain/api";
import { accessTo, wordsOfValue } from "#domain/vocabulary";
import { formatPartialDate } from "../../format/formatDate";
import { textOf } from "../../format/textOf";
import { EmptyState } from "../../ui/display/EmptyState";
import { useCaller } from "../people/session/useCaller";

/** Publications that cite the data, newest first. */
export function CitationList({ citations }: { citations: readonly ResourceRow[] }) {
  const isAdministrator = accessTo("admin", useCaller()) === "allowed";
  if (citations.length === 0) {
    return (
      <EmptyState title="No publications listed yet">
        Publications that cite this data appear here.
        {isAdministrator && (
          <>
            {" "}
            List them in <code className="text-sm">citations.jsonl</code> of the catalog.
          </>
        )}
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y">
      {citations.map((citation) => (
        <li key={citation.id} className="px-4 py-3">
          <Citation citation={citation} />
        </li>
      ))}
    </ul>
  );
}

function Citation({ citation }: { citation: ResourceRow }) {
  const { title, publisher, medium, authors, source_url } = citation;
  const published = textOf(citation.published);
  const quote = textOf(citation.quote);
  const language = textOf(citation.language);
  const by = Array.isArray(authors) ? authors.map(String).join(", ") : "";
  const about = [
    String(publisher),
    wordsOfValue(String(medium)),
    ...(published === null ? [] : [formatPartialDate(published)]),
    ...(by === "" ? [] : [`By ${by}`]),
  ];
  return (
    <article className="min-w-0 break-words" lang={language ?? undefined}>
      <h3 className="font-medium text-base">
        <a
          href={String(source_url)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-block min-h-6 underline hover:text-accent"
        >
          {String(title)}
          <span className="sr-only" lang="en">
            {" "}
            (opens in a new tab)
          </span>
        </a>
      </h3>
      <p className="text-muted text-sm" lang="en">
        {about.join(" · ")}
      </p>
      {quote !== null && <blockquote className="mt-2 border-l-2 pl-3 text-md">{quote}</blockquote>}
    </article>
  );
}
