const DATE = /(\d{4}-\d\d-\d\d)/;

/** Text whose dates, `2026-11-27`, stay on one line: browsers break lines after hyphens. Without hooks, so that cells can call it. */
export const WholeDates = ({ text }: { text: string }) =>
  text.split(DATE).map((part, i) =>
    DATE.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity, and never move
      <span key={i} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
