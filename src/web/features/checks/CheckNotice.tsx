import type { ListResponse } from "#domain/api";
import { formatCount } from "#domain/text";
import { WholeDates } from "../../format/WholeDates";
import { pageLink } from "../shell/followPageLinks";
import { CheckMarkLink } from "./CheckMarkLink";
import { allResultsHref, type MarkedEntity, markOf, sentenceOf } from "./checkMarks";

/** Results that are shown; the link leads to all of them. */
const SHOWN = 3;

interface CheckNoticeProps {
  entity: MarkedEntity & { slug: string };
  /** Open results about its current figures, errors first. */
  found: ListResponse;
}

/** Below the title of a profile: the checks that its current figures break. Nothing if there are none. */
export function CheckNotice({ entity, found }: CheckNoticeProps) {
  const { results, pagination } = found;
  if (results.length === 0) return null;
  const count = pagination.resultCount;
  return (
    <section
      aria-label="Open results of checks"
      className="mb-3 rounded-lg border bg-caution-soft px-4 py-2 text-md sm:mb-5"
    >
      <p className="font-medium">Checks of these figures: {formatCount(count, "open result")}</p>
      <ul>
        {results.slice(0, SHOWN).map((row) => {
          const mark = markOf(row);
          return (
            <li key={mark.id}>
              {CheckMarkLink({ mark })}
              <span className="text-muted" aria-hidden="true">
                : <WholeDates text={sentenceOf(mark)} />
              </span>
            </li>
          );
        })}
      </ul>
      {count > SHOWN && (
        <a href={allResultsHref(entity)} className={`${pageLink} underline`}>
          All open results
        </a>
      )}
    </section>
  );
}
