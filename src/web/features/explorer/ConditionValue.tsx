import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { FieldMeta } from "#domain/api";
import type { FieldReference } from "#domain/resources";
import { wordsOfValue } from "#domain/vocabulary";
import { useTrpc } from "../../rpc/useTrpc";
import { Select, type SelectOption } from "../../ui/controls/Select";
import { TextField } from "../../ui/forms/TextField";
import { ReferenceSelect } from "../table/filters/ReferenceSelect";
import { optionsOf, optionsQuery } from "../table/query/referenceOptions";
import { type DraftLeaf, listed, wantsList } from "./queryDraft";

/** Slugs and names of the largest entities that a field refers to; empty while loading. */
function useReferenceValues(reference: FieldReference): readonly SelectOption[] {
  const { data } = useQuery(useTrpc().market.table.queryOptions(optionsQuery(reference, "")));
  return optionsOf(reference, data?.results ?? []);
}

export interface ConditionValueProps {
  label: string;
  leaf: DraftLeaf;
  field: FieldMeta | undefined;
  error: string | null;
  onChange: (words: string | readonly string[]) => void;
}

/** Input for the value of a condition: a choice of the known values of its field, or free text. */
export function ConditionValue(props: ConditionValueProps) {
  const { field } = props;
  return field?.refers_to != null && field.refers_to.field === "slug" ? (
    <ReferredValue {...props} reference={field.refers_to} />
  ) : (
    <PlainValue {...props} options={fixedOptions(field)} />
  );
}

/** Choice of entities by name. Single values can also be typed as slugs. */
function ReferredValue({
  reference,
  ...props
}: ConditionValueProps & { reference: NonNullable<FieldMeta["refers_to"]> }) {
  const id = useId();
  const offered = useReferenceValues(reference);
  const { leaf, label, error, onChange } = props;
  if (wantsList(leaf.operator)) {
    return (
      <div className="min-w-0">
        <ReferenceSelect
          reference={reference}
          label={label}
          hideLabel
          className="w-52 max-w-full"
          value={listed(leaf.words)}
          onChange={onChange}
        />
        <FieldError>{error}</FieldError>
      </div>
    );
  }
  return (
    <>
      <PlainValue {...props} options={null} list={id} />
      <datalist id={id}>
        {offered.map(({ value, label: name }) => (
          <option key={value} value={value} label={name} />
        ))}
      </datalist>
    </>
  );
}

const FieldError = ({ children }: { children: string | null }) =>
  children && (
    <p role="alert" className="text-negative text-sm">
      {children}
    </p>
  );

interface PlainValueProps extends ConditionValueProps {
  options: readonly SelectOption[] | null;
  /** Id of the `datalist` with suggestions. */
  list?: string;
}

function PlainValue({ label, leaf, field, error, onChange, options, list }: PlainValueProps) {
  const isList = wantsList(leaf.operator);
  if (options !== null && !isPattern(leaf)) {
    const chosen = listed(leaf.words);
    // Values from the URL stay listed, even unknown ones.
    const all = [
      ...options,
      ...chosen
        .filter((one) => !options.some(({ value }) => value === one))
        .map((value) => ({ value, label: value })),
    ];
    return (
      <div className="min-w-0">
        {isList ? (
          <Select
            multiple
            label={label}
            hideLabel
            placeholder="Choose values"
            options={all}
            value={chosen}
            className="w-52 max-w-full"
            onChange={onChange}
          />
        ) : (
          <Select
            label={label}
            hideLabel
            placeholder="Choose a value"
            options={all}
            value={chosen[0] ?? null}
            className="w-52 max-w-full"
            onChange={(next) => onChange(next ?? "")}
          />
        )}
        <FieldError>{error}</FieldError>
      </div>
    );
  }
  return (
    <TextField
      label={label}
      hideLabel
      className="w-52 max-w-full"
      autoComplete="off"
      list={list}
      placeholder={isList ? "Values, separated by commas" : placeholderOf(field)}
      value={typeof leaf.words === "string" ? leaf.words : leaf.words.join(", ")}
      error={error}
      onChange={onChange}
    />
  );
}

const isPattern = ({ operator }: DraftLeaf) =>
  ["like", "ilike", "notLike", "startsWith", "endsWith"].includes(operator);

function placeholderOf(field: FieldMeta | undefined): string {
  switch (field?.type) {
    case "date":
    case "datetime":
      return "2026-01-31";
    case "number":
    case "metric":
    case "id":
      return field.unit === null || field.unit === undefined ? "Number" : `Number (${field.unit})`;
    default:
      return "Value";
  }
}

/** The options of a field with few, known values; null for others. */
function fixedOptions(field: FieldMeta | undefined): readonly SelectOption[] | null {
  if (field?.type === "boolean") {
    return [
      { value: "true", label: "true" },
      { value: "false", label: "false" },
      ...(field.nullable ? [{ value: "null", label: "null", hint: "unknown" }] : []),
    ];
  }
  return field?.values?.map((value) => ({ value, label: value, hint: hintOf(value) })) ?? null;
}

const hintOf = (value: string) => (wordsOfValue(value) === value ? "" : wordsOfValue(value));
