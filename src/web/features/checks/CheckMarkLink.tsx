import { pageLink } from "../shell/followPageLinks";
import type { CheckMark } from "./checkMarks";

/** The name of a check that a figure breaks, linked to its results. Without hooks, so that cells can call it. */
export const CheckMarkLink = ({ name, words }: CheckMark) => (
  <a
    href={`/status?q=${encodeURIComponent(words.split(":")[0] ?? "")}`}
    title={words}
    className={`${pageLink} text-caution underline`}
  >
    {name}
  </a>
);
