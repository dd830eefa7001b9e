import { History } from "lucide-react";
import { formatDate } from "../../format/formatDate";

/** States when the figures of an asset ended. */
export const EndedNotice = ({ name, endedDate }: { name: string; endedDate: string }) => (
  <section
    aria-label="Last reported"
    className="mb-4 flex items-start gap-2 rounded-lg border bg-caution-soft px-4 py-2 text-caution text-md"
  >
    <History aria-hidden="true" className="mt-1 size-3.5 shrink-0" />
    <p>
      <strong className="font-semibold">
        Last reported on <time dateTime={endedDate}>{formatDate(endedDate)}</time>.
      </strong>{" "}
      {name} stopped reporting after that date. Charts show its history; current totals exclude it.
    </p>
  </section>
);
