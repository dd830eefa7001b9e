import type { ResourceRow } from "#domain/api";
import type { EvidenceKind } from "#domain/evidence";
import { ReportLink } from "../contact/ReportLink";
import { DocumentLink } from "./DocumentLink";
import { type FactParts, factParts, sortEvidence } from "./factParts";

export interface EvidenceProps {
  asset: ResourceRow;
  /** Newest first. */
  facts: readonly ResourceRow[];
}

/** Facts of a kind shown at first; older ones are collapsed. */
const SHOWN = 4;

/** An asset's facts by kind: known, known to be none, and unknown. */
export function Evidence({ asset, facts }: EvidenceProps) {
  const { known, none, unknown } = sortEvidence(asset, facts);
  return (
    <dl className="grid gap-x-6 gap-y-1 text-md md:grid-cols-[12rem_minmax(0,1fr)] md:gap-y-3">
      {known.map(({ kind, facts: ofKind }) => (
        <Topic key={kind.kind} label={kind.label}>
          <FactList kind={kind} facts={ofKind.slice(0, SHOWN)} />
          {ofKind.length > SHOWN && (
            <details className="mt-2">
              <summary className="min-h-6 cursor-pointer text-muted">{ofKind.length - SHOWN} more</summary>
              <FactList kind={kind} facts={ofKind.slice(SHOWN)} />
            </details>
          )}
        </Topic>
      ))}
      {none.length > 0 && (
        <Topic label="Confirmed none">
          <ul className="flex flex-col gap-2">
            {none.map(({ kind, fact }) => (
              <Fact key={fact.id} label={kind.label} parts={factParts(fact, kind)} />
            ))}
          </ul>
        </Topic>
      )}
      {unknown.length > 0 && (
        <Topic label="Unknown">
          <p className="text-muted">{unknown.join(" · ")}</p>
        </Topic>
      )}
    </dl>
  );
}

const Topic = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt className="font-medium text-muted max-md:mt-2">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);

const FactList = ({ kind, facts }: { kind: EvidenceKind; facts: readonly ResourceRow[] }) => (
  <ul className="flex flex-col gap-2">
    {facts.map((fact) => (
      <Fact key={fact.id} parts={factParts(fact, kind)} />
    ))}
  </ul>
);

/** A fact with its source document. */
function Fact({ label, parts }: { label?: string; parts: FactParts }) {
  const { id, about, more, summary, when, document, address } = parts;
  const start = [label, about].filter(Boolean).join(": ");
  return (
    <li className="group/fact min-w-0 break-words">
      {when !== null && <span className="text-muted">{when}: </span>}
      {start !== "" && <span className="font-medium">{start}</span>}
      {more.map(({ label: of, words }, index) => (
        <span key={of ?? words}>
          {(index > 0 || start !== "") && " · "}
          {of !== null && <span className="text-muted">{of} </span>}
          {words}
        </span>
      ))}
      {summary !== null && (
        <span>
          {(start !== "" || more.length > 0) && ". "}
          {summary}
        </span>
      )}
      <ReportLink kind="evidence" slug={id} field="statement" label={start === "" ? document : start} />
      <DocumentLink document={document} address={address} />
    </li>
  );
}
