import type { ReactNode } from "react";
import { formatInstant } from "../../format/formatDate";
import { None } from "../../format/Unknown";

/** Labelled facts of an account. Unknown facts are omitted. */
export const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
    {facts.map(([label, value]) => (
      <div key={label} className="min-w-0">
        <dt className="text-muted text-sm">{label}</dt>
        <dd className="break-words text-md">{value}</dd>
      </div>
    ))}
  </dl>
);

/** A date and time, or a dash if null. */
export const Moment = ({ at }: { at: string | null }) =>
  at === null ? <None /> : <time dateTime={at}>{formatInstant(at)}</time>;
