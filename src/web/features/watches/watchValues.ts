/** The values of a watch's form, and the request that it sends. */

import type { SubjectType } from "#domain/resources";
import {
  PEG_METRIC,
  type WatchCadence,
  type WatchCondition,
  type WatchConditionKind,
  type WatchDraft,
  type WatchReceivers,
  watchChangeDays,
  watchKindOf,
  watchKinds,
} from "#domain/watches";
import type { ListedWatch } from "./watchData";
import type { WatchSearch } from "./watchSearch";

/** Numbers as typed. */
export interface WatchForm {
  name: string;
  type: SubjectType;
  id: number | null;
  kind: WatchConditionKind;
  metric: string;
  direction: string;
  by: "percent" | "amount";
  value: string;
  days: string;
  cadence: WatchCadence | "";
  receivers: WatchReceivers;
  endpointId: string;
}

const blank: WatchForm = {
  name: "",
  type: "asset",
  id: null,
  kind: "threshold",
  metric: PEG_METRIC,
  direction: "below",
  by: "percent",
  value: "",
  days: "7",
  cadence: "at_once",
  receivers: "maker",
  endpointId: "",
};

/** The form of a new watch, prefilled with the subject in the URL. */
export function newForm({ type = "asset", id, metric }: WatchSearch): WatchForm {
  return withType(
    { ...blank, id: id ?? null, metric: metric ?? (type === "asset" ? PEG_METRIC : VALUE) },
    type,
  );
}

/** The default metric: market value. */
const VALUE = "bridged_token_value_dollar";

/** The form of an existing watch. */
export function formOf({ name, subject, condition, cadence, receivers, endpointId }: ListedWatch): WatchForm {
  const form: WatchForm = {
    ...blank,
    name,
    type: subject.type,
    id: subject.id,
    kind: condition.kind,
    cadence: cadence ?? "",
    receivers,
    endpointId: endpointId ?? "",
  };
  switch (condition.kind) {
    case "threshold": {
      const { metric, direction, value } = condition;
      return { ...form, metric, direction, value: String(value) };
    }
    case "change": {
      const { metric, direction, value, by, days } = condition;
      return { ...form, metric, direction, by, value: String(value), days: String(days) };
    }
    case "staleness":
      return { ...form, metric: condition.metric, days: String(condition.days) };
    case "depeg":
      return { ...form, value: String(condition.percent) };
    default:
      return form;
  }
}

/** Sets another kind of subject. Replaces a condition that does not apply to it. */
export function withType(form: WatchForm, type: SubjectType): WatchForm {
  const id = type === "catalog" ? null : form.id;
  if (watchKindOf(form.kind).subjects.includes(type)) return { ...form, type, id };
  const kind = watchKinds.find(({ subjects }) => subjects.includes(type))?.kind ?? form.kind;
  return withKind({ ...form, type, id }, kind);
}

/** Sets another condition, with a direction that it supports. */
export function withKind(form: WatchForm, kind: WatchConditionKind): WatchForm {
  const direction = kind === "change" ? "either" : "below";
  const days = kind === "staleness" ? "3" : "7";
  return { ...form, kind, direction, days, value: "" };
}

const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));
const oneOf = <const Value>(values: readonly Value[], value: unknown, usual: Value): Value =>
  values.find((one) => one === value) ?? usual;

/** The condition of a form. The server reports invalid numbers. */
export function conditionOf(form: WatchForm): WatchCondition {
  const { kind, metric, direction } = form;
  const value = numberOf(form.value);
  switch (kind) {
    case "threshold":
      return { kind, metric, direction: oneOf(["above", "below"], direction, "below"), value };
    case "change":
      return {
        kind,
        metric,
        direction: oneOf(["up", "down", "either"], direction, "either"),
        days: oneOf(watchChangeDays, Number(form.days), 7),
        by: form.by,
        value,
      };
    case "staleness":
      return { kind, metric, days: numberOf(form.days) };
    case "depeg":
      return { kind, percent: value };
    default:
      return { kind };
  }
}

export function draftOf(form: WatchForm): WatchDraft {
  return {
    name: form.name,
    subject: { type: form.type, id: form.id },
    condition: conditionOf(form),
    cadence: form.cadence === "" ? null : form.cadence,
    receivers: form.receivers,
    endpointId: form.endpointId === "" ? null : form.endpointId,
  };
}

/** True if the form is complete enough to evaluate its condition before it is sent. */
export function isComplete(form: WatchForm): boolean {
  if (form.type !== "catalog" && form.id === null) return false;
  const condition = conditionOf(form);
  return Object.values(condition).every((part) => typeof part !== "number" || Number.isFinite(part));
}
