import { createContext, useContext } from "react";
import { pageLink } from "../shell/followPageLinks";
import { type CheckMark, type CheckMarks, markKey, resultHref, sentenceOf } from "./checkMarks";

const lookOf = (severity: string) => (severity === "Error" ? "text-negative" : "text-caution");

interface CheckMarkLinkProps {
  mark: CheckMark;
  /** True to show the severity and since when, if there is space. */
  isLong?: boolean;
}

/** The name of a check that a figure breaks, linked to its result. Without hooks, so that cells can call it. */
export const CheckMarkLink = ({ mark, isLong = false }: CheckMarkLinkProps) => (
  <a
    href={resultHref(mark)}
    title={sentenceOf(mark)}
    className={`${pageLink} ${lookOf(mark.severity)} whitespace-normal underline`}
  >
    {isLong ? `${mark.severity}: ${mark.name}, since ${mark.since}` : mark.name}
    <span className="sr-only">. {sentenceOf(mark)}</span>
  </a>
);

/** Marks of the figures of a page. */
export const PageMarks = createContext<CheckMarks>({});

interface FigureMarkProps {
  /** Kind and id of the entity. */
  kind: string;
  id: unknown;
  /** Slug. */
  metric: string;
}

/** The mark of a figure on a page, below it; nothing if it passes. */
export function FigureMark({ kind, id, metric }: FigureMarkProps) {
  const mark = useContext(PageMarks)[markKey(kind, String(id), metric)];
  return mark === undefined ? null : <small className="block">{CheckMarkLink({ mark })}</small>;
}
