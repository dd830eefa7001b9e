import { metricByName, metrics } from "#domain/metrics";
import { isUnitKind, totalMetrics } from "#domain/resources";
import { type WatchConditionKind, watchChangeDays, watchKindOf, watchKinds } from "#domain/watches";
import { Select } from "../../ui/controls/Select";
import { TextField } from "../../ui/forms/TextField";
import type { FieldProblems } from "../settings/useForm";
import { type WatchForm, withKind } from "./watchValues";

export interface ConditionFieldsProps {
  form: WatchForm;
  problems: FieldProblems;
  onChange: (form: WatchForm) => void;
}

const metricOptions = (type: string) =>
  (isUnitKind(type) ? metrics : totalMetrics).map(({ slug, label }) => ({ value: slug, label }));
const thresholds = [
  { value: "above", label: "Rises above" },
  { value: "below", label: "Falls below" },
];
const directions = [
  { value: "either", label: "Up or down" },
  { value: "up", label: "Up" },
  { value: "down", label: "Down" },
];
const periods = watchChangeDays.map((days) => ({
  value: String(days),
  label: days === 1 ? "1 day" : `${days} days`,
}));

/** Unit of a metric next to a number. */
const unitOf = (slug: string): string => {
  const unit = metricByName(slug)?.unit;
  return unit === "dollar" ? " ($)" : unit === "percent" ? " (%)" : unit === "days" ? " (days)" : "";
};

/** Unit of a difference: that of two percentages is in percentage points. */
const differenceUnitOf = (slug: string): string =>
  metricByName(slug)?.unit === "percent" ? " (percentage points)" : unitOf(slug);

/** The condition of a watch. */
/** The fields at which errors of a condition are shown. */
export const conditionFieldNames = ({ kind }: Pick<WatchForm, "kind">): string[] => [
  "kind",
  "condition",
  ...(watchKindOf(kind).hasMetric ? ["metric"] : []),
  ...(kind === "threshold" || kind === "change" ? ["value"] : []),
  ...(kind === "staleness" ? ["days"] : []),
  ...(kind === "depeg" ? ["percent"] : []),
];

export function ConditionFields({ form, problems, onChange }: ConditionFieldsProps) {
  const kind = watchKindOf(form.kind);
  const set = (part: Partial<WatchForm>) => onChange({ ...form, ...part });
  const offered = watchKinds.filter(({ subjects }) => subjects.includes(form.type));
  return (
    <>
      <Select
        label="Condition"
        options={offered.map(({ kind: value, label }) => ({ value, label }))}
        value={form.kind}
        hint={kind.doc}
        error={problems.kind ?? problems.condition ?? null}
        onChange={(next) =>
          onChange(withKind(form, offered.find((one) => one.kind === next)?.kind ?? form.kind))
        }
      />
      {kind.hasMetric && (
        <Select
          label="Metric"
          options={metricOptions(form.type)}
          value={form.metric}
          error={problems.metric ?? null}
          onChange={(metric) => set({ metric: metric ?? form.metric })}
        />
      )}
      <Numbers form={form} kind={form.kind} problems={problems} set={set} />
    </>
  );
}

interface NumbersProps {
  form: WatchForm;
  kind: WatchConditionKind;
  problems: FieldProblems;
  set: (part: Partial<WatchForm>) => void;
}

function Numbers({ form, kind, problems, set }: NumbersProps) {
  const value = (label: string, error: string | undefined) => (
    <TextField
      label={label}
      name="value"
      inputMode="decimal"
      autoComplete="off"
      className="w-40"
      value={form.value}
      error={error ?? null}
      onChange={(next) => set({ value: next })}
    />
  );
  const direction = (options: typeof thresholds) => (
    <Select
      label="Direction"
      options={options}
      value={form.direction}
      onChange={(next) => set({ direction: next ?? form.direction })}
    />
  );
  switch (kind) {
    case "threshold":
      return (
        <>
          {direction(thresholds)}
          {value(`Value${unitOf(form.metric)}`, problems.value)}
        </>
      );
    case "change":
      return (
        <>
          {direction(directions)}
          {value(
            form.by === "percent" ? "By at least (%)" : `By at least${differenceUnitOf(form.metric)}`,
            problems.value,
          )}
          <Select
            label="Unit"
            options={[
              { value: "percent", label: "Percent" },
              { value: "amount", label: "The metric's unit" },
            ]}
            value={form.by}
            onChange={(next) => set({ by: next === "amount" ? "amount" : "percent" })}
          />
          <Select
            label="Within"
            options={periods}
            value={form.days}
            onChange={(next) => set({ days: next ?? form.days })}
          />
        </>
      );
    case "staleness":
      return (
        <TextField
          label="Days without new data"
          name="days"
          inputMode="numeric"
          autoComplete="off"
          className="w-40"
          value={form.days}
          error={problems.days ?? null}
          onChange={(days) => set({ days })}
        />
      );
    case "depeg":
      return value("Distance from $1 exceeds (%)", problems.percent);
    default:
      return null;
  }
}
