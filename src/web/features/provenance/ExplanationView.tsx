import type { ReactNode } from "react";
import type {
  ComputedFigure,
  ExplainedFigure,
  ExplainedObservation,
  Explanation,
  UnusedObservation,
} from "#domain/api";
import { Figure } from "../../format/Figure";
import { fitFormat } from "../../format/fitFormat";
import { formatDate, formatInstant } from "../../format/formatDate";
import { formatExact, formatFigure, formatShare } from "../../format/formatNumber";
import { measureFormat } from "../../format/measureFormat";
import { Unknown } from "../../format/Unknown";
import { tableClass } from "../../ui/styles/popupClass";
import { FigureMarks } from "./FigureMarks";
import { LedgerOrigins } from "./LedgerOrigins";
import { sourceName } from "./sourceLine";

/** Link of an administrator to the form that marks an observation as wrong. */
function MarkLink({ observation }: { observation: ExplainedObservation }) {
  const { asset_id, token_id, metric, date, is_sample, source_id } = observation;
  if (is_sample || (token_id === null && asset_id === null)) return null;
  const entity = token_id === null ? `asset:${asset_id}` : `token:${token_id}`;
  const query = new URLSearchParams({ entity, metric, date, source: source_id });
  return (
    <a href={`/admin/data/corrections?${query}`} className="no-print underline">
      Mark as wrong
    </a>
  );
}

interface ObservationLineProps {
  observation: ExplainedObservation;
  /** Name of the token or asset, if several are explained. */
  name: string | undefined;
  children?: ReactNode;
}

/** The maximum of `Intl`: a rounded price of 0.9997 would read as one. */
const EVERY_DIGIT = 20;

/** A reported value with its date and metric. */
const ObservationLine = ({ observation, name, children }: ObservationLineProps) => (
  <li className="flex flex-wrap gap-x-3">
    <time dateTime={observation.date} className="text-muted">
      {formatDate(observation.date)}
    </time>
    {name !== undefined && <span>{name}</span>}
    <code className="break-all font-mono text-xs">{observation.metric}</code>
    <data value={observation.value}>
      {observation.value.toLocaleString("en-US", { maximumFractionDigits: EVERY_DIGIT })}
    </data>
    {observation.is_sample && <span className="text-faint">sample</span>}
    {children}
  </li>
);

/** The inputs of a derived figure, and recursively their inputs. */
const InputTree = ({ inputs }: { inputs: readonly ExplainedFigure[] }) => (
  <ul className="flex flex-col gap-2 border-l pl-3">
    {inputs.map((input) => (
      <li key={`${input.measure.slug} ${input.value}`} className="flex flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{input.measure.label}</span>
          <Figure
            value={input.value}
            unit={input.measure.unit}
            format={fitFormat({ ...input.measure, format: measureFormat(input.measure) }, [input.value])}
          />
          {input.date !== null && (
            <span className="text-faint text-sm">
              {input.over_days !== undefined && `${input.over_days} days to `}
              <time dateTime={input.date}>{formatDate(input.date)}</time>
            </span>
          )}
          <FigureMarks {...input} />
        </span>
        <span className="text-muted text-sm">{input.formula}</span>
        {input.inputs.length > 0 && <InputTree inputs={input.inputs} />}
      </li>
    ))}
  </ul>
);

/** Limit of shown observations; the API returns all of them. */
const OBSERVATIONS = 8;

const keyOf = ({ date, metric, asset_id, token_id, source_id }: ExplainedObservation) =>
  `${date}-${metric}-${asset_id}-${token_id}-${source_id}`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <h4 className="font-medium text-faint text-xs uppercase tracking-wide">{title}</h4>
      {children}
    </div>
  );
}

const unusedReasons: Readonly<Record<UnusedObservation["reason"], string>> = {
  precedence: "lower precedence",
  earlier: "imported earlier",
  level: "other figures cover more of the asset",
};

const ruleSubjects: Readonly<Record<NonNullable<UnusedObservation["rule"]>, string>> = {
  "asset and metric": " for this metric of this asset",
  asset: " for this asset",
  "class and metric": " for this metric in this asset class",
  class: " for this asset class",
  metric: " for this metric",
  all: "",
};

/** Why another figure is shown: `lower precedence for this asset class`. */
const reasonOf = ({ reason, rule }: UnusedObservation): string =>
  `${unusedReasons[reason]}${rule === null ? "" : ruleSubjects[rule]}`;

interface ComputedLineProps {
  computed: ComputedFigure;
  /** Name of the token, if several are explained. */
  name: string | undefined;
  unit: Explanation["measure"]["unit"];
}

/** `$2.00 (1.25%) more`; of percentages, `0.5 pp more`. */
function differenceText({ difference, difference_percent }: ComputedFigure, unit: ComputedLineProps["unit"]) {
  const of = formatExact(Math.abs(difference), unit === "percent" ? "points" : unit);
  const hasShare = difference_percent !== null && unit !== "percent";
  const share = hasShare ? ` (${formatShare(Math.abs(difference_percent))})` : "";
  return `${of}${share} ${difference > 0 ? "more" : "less"}`;
}

/** A computed value beside the reported one that is shown, with the difference and what it was computed from. */
function ComputedLine({ computed, name, unit }: ComputedLineProps) {
  const { level, value, reported, difference, inputs } = computed;
  const comparison =
    difference === 0
      ? "as reported"
      : `reported: ${formatExact(reported, unit)}, ${differenceText(computed, unit)}`;
  return (
    <li className="flex flex-wrap gap-x-3">
      {name !== undefined && <span>{name}</span>}
      {level === "tokens" && <span>Sum over its tokens</span>}
      <data value={value}>{formatExact(value, unit)}</data>
      <span className="text-muted">{comparison}</span>
      {inputs.length > 0 && (
        <span className="w-full text-faint">
          {inputs
            .map((input) => `${input.measure.label} ${formatExact(input.value, input.measure.unit)}`)
            .join(", ")}
        </span>
      )}
    </li>
  );
}

export interface ExplanationViewProps {
  explanation: Explanation;
  /** Whether the reader can mark observations as wrong. Default: false. */
  canMark?: boolean;
}

/** Provenance of a figure: formula, inputs, members, observations and sources. */
export function ExplanationView({ explanation, canMark = false }: ExplanationViewProps) {
  const { measure, inputs, members, rest, observations, unused, computed, ledger, superseded, sources } =
    explanation;
  const format = fitFormat({ unit: measure.unit, format: measureFormat(measure) }, [
    explanation.value,
    rest.value,
    ...members.map((member) => member.value),
  ]);
  const known = members.length + rest.count;
  const tokens = new Map(members.map(({ token_id, name }) => [token_id, name]));
  const isOfOne = explanation.entity.type === "asset" || explanation.entity.type === "token";
  // Observations of the explained asset as a whole need no name.
  const nameOf = ({ token_id, asset_name }: ExplainedObservation) =>
    (token_id === null ? undefined : tokens.get(token_id)) ??
    (isOfOne ? undefined : (asset_name ?? undefined));
  return (
    <div className="flex flex-col gap-4 text-md">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold text-lg">
          <Figure value={explanation.value} unit={measure.unit} format={format} />
        </strong>
        {explanation.date !== null && (
          <span className="text-muted">
            on <time dateTime={explanation.date}>{formatDate(explanation.date)}</time>
          </span>
        )}
        <FigureMarks {...explanation} />
      </p>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Part title="Metric">
            <p>{measure.name}</p>
            <p className="text-muted text-sm">{explanation.doc}</p>
          </Part>
          <Part title="Formula">
            <p>{explanation.formula}</p>
            {explanation.across !== null && (
              <p className="text-muted text-sm">
                {explanation.level === "asset"
                  ? "Figure of the asset as a whole, not of its tokens."
                  : `${explanation.across}${known > 0 ? ` (${formatFigure(known, "count")})` : ""}.`}
              </p>
            )}
          </Part>
          {inputs.length > 0 && (
            <Part title="Computed from">
              <InputTree inputs={inputs} />
            </Part>
          )}
          {observations.length > 0 && (
            <Part title="Latest observations">
              <ul className="flex flex-col gap-1 text-sm">
                {observations.slice(0, OBSERVATIONS).map((o) => (
                  <ObservationLine key={keyOf(o)} observation={o} name={nameOf(o)}>
                    {canMark && <MarkLink observation={o} />}
                  </ObservationLine>
                ))}
              </ul>
            </Part>
          )}
          {ledger.length > 0 && (
            <Part title="Blocks and transfers">
              <LedgerOrigins ledger={ledger} nameOf={(token) => tokens.get(token)} />
            </Part>
          )}
          {unused.length > 0 && (
            <Part title="Not used">
              <ul className="flex flex-col gap-1 text-sm">
                {unused.slice(0, OBSERVATIONS).map((o) => (
                  <ObservationLine key={keyOf(o)} observation={o} name={nameOf(o)}>
                    <span>{sourceName(o.source)}</span>
                    <span className="text-faint">{reasonOf(o)}</span>
                    {canMark && <MarkLink observation={o} />}
                  </ObservationLine>
                ))}
              </ul>
            </Part>
          )}
          {computed.length > 0 && (
            <Part title="Computed, not used">
              <p className="text-muted text-sm">What the formula gives where a reported value is shown.</p>
              <ul className="flex flex-col gap-1 text-sm">
                {computed.slice(0, OBSERVATIONS).map((one) => (
                  <ComputedLine
                    key={`${one.level} ${one.token_id}`}
                    computed={one}
                    name={one.token_id === null ? undefined : tokens.get(one.token_id)}
                    unit={measure.unit}
                  />
                ))}
              </ul>
            </Part>
          )}
          {superseded.length > 0 && (
            <Part title="Marked as wrong">
              <ul className="flex flex-col gap-1 text-sm">
                {superseded.slice(0, OBSERVATIONS).map((o) => (
                  <ObservationLine key={`${keyOf(o)}-${o.at}`} observation={o} name={nameOf(o)}>
                    <span>{sourceName(o.source)}</span>
                    <span className="wrap-anywhere w-full text-muted">
                      {o.reason} ({o.by}, <time dateTime={o.at}>{formatInstant(o.at)}</time>)
                    </span>
                  </ObservationLine>
                ))}
              </ul>
            </Part>
          )}
          <Part title="Sources">
            {sources.length === 0 ? (
              <p className="text-muted">
                {explanation.value === null
                  ? "This figure is not available, so it has no source."
                  : "The source of this figure is not recorded."}
              </p>
            ) : (
              <ul className="flex flex-col gap-1 text-sm">
                {sources.map((source) => (
                  <li key={source.id} className="flex flex-wrap gap-x-3">
                    <span className="font-medium">{sourceName(source)}</span>
                    <span className="text-muted">{source.kind}</span>
                    <span className="text-faint">
                      last imported{" "}
                      <time dateTime={source.ingested_at}>{formatInstant(source.ingested_at)}</time>
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Part>
        </div>
        {members.length > 0 && (
          <Part title="Breakdown">
            <section aria-label={`Table: Breakdown of ${measure.label}`} className="table-fit">
              <table className={tableClass({ columns: 4 })}>
                <caption className="sr-only">Breakdown of {measure.label}</caption>
                <thead>
                  <tr>
                    <th scope="col">Token</th>
                    <th scope="col" className="figure">
                      Value
                    </th>
                    <th scope="col" className="figure">
                      Share
                    </th>
                    <th scope="col">Basis</th>
                  </tr>
                </thead>
                <tbody>
                  {members.map((member) => (
                    <tr key={member.token_id}>
                      <th scope="row">{member.name}</th>
                      <td className="figure main">
                        <Figure value={member.value} unit={measure.unit} format={format} />
                      </td>
                      <td className="figure" data-label="Share">
                        {member.share_percent === null ? <Unknown /> : formatShare(member.share_percent)}
                      </td>
                      <td data-label="Basis">
                        <FigureMarks {...member} />
                      </td>
                    </tr>
                  ))}
                  {rest.count > 0 && (
                    <tr>
                      <th scope="row">{formatFigure(rest.count, "count")} more</th>
                      <td className="figure main">
                        <Figure value={rest.value} unit={measure.unit} format={format} />
                      </td>
                      <td />
                      <td />
                    </tr>
                  )}
                </tbody>
              </table>
            </section>
          </Part>
        )}
      </div>
    </div>
  );
}
