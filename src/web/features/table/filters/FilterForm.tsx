import { type FormEvent, useState } from "react";
import type { FieldMeta } from "#domain/api";
import { literalPattern, type Operator } from "#domain/query";
import { wordsOfValue } from "#domain/vocabulary";
import { Button } from "../../../ui/controls/Button";
import { Select, type SelectOption } from "../../../ui/controls/Select";
import { TextField } from "../../../ui/forms/TextField";
import { filterFields, isChosenByName } from "../query/offeredFields";
import { offeredOperators, operatorWords } from "../query/operatorWords";
import type { Condition } from "../query/tableSearch";
import { ReferenceSelect } from "./ReferenceSelect";

export interface FilterFormProps {
  fields: readonly FieldMeta[];
  onAdd: (condition: Condition) => void;
}

/** Adds one condition: a field, a suitable operator and a value of its type. */
export function FilterForm({ fields, onAdd }: FilterFormProps) {
  const offered = filterFields(fields);
  const [name, setName] = useState<string | null>(null);
  const [operator, setOperator] = useState<Operator | null>(null);
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const field = offered.find((candidate) => candidate.field.name === name)?.field;
  const operators = field ? offeredOperators(field) : [];
  const options = fixedOptions(field);
  const isChoice = options !== null || (field !== undefined && isChosenByName(field));
  const condition =
    field && operators[0] ? readCondition(field, operator ?? operators[0], isChoice ? chosen : words) : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React propagates the event to a form around the popover.
    event.stopPropagation();
    if (condition) onAdd(condition);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Select
        label="Field"
        placeholder="Choose a field"
        options={offered.map(({ field: { name }, label }) => ({ value: name, label }))}
        value={name}
        onChange={(next) => {
          setName(next);
          setOperator(null);
          setWords("");
          setChosen([]);
        }}
      />
      {field && (
        <>
          {!isChosenByName(field) && <p className="text-faint text-sm">{field.doc}</p>}
          {operators.length > 1 && (
            <Select
              label="Condition"
              options={operators.map((value) => ({ value, label: operatorWords[value] }))}
              value={operator ?? operators[0] ?? null}
              onChange={(next) => setOperator(operators.find((known) => known === next) ?? null)}
            />
          )}
          {options ? (
            <Select
              multiple
              label="Values"
              placeholder="Choose"
              options={options}
              value={chosen}
              onChange={(next) => setChosen(field.type === "boolean" ? next.slice(-1) : next)}
            />
          ) : field.refers_to !== null && isChoice ? (
            <ReferenceSelect
              key={field.name}
              reference={field.refers_to}
              value={chosen}
              onChange={setChosen}
            />
          ) : (
            <TextField
              label={field.unit ? `Value (${field.unit})` : "Value"}
              type={inputType(field)}
              step="any"
              value={words}
              onChange={setWords}
              autoComplete="off"
            />
          )}
        </>
      )}
      <Button type="submit" variant="primary" disabled={condition === null}>
        Add filter
      </Button>
    </form>
  );
}

const isNumeric = ({ type }: FieldMeta) => type === "metric" || type === "number";

const inputType = (field: FieldMeta) =>
  isNumeric(field) || field.type === "amount"
    ? "number"
    : field.type === "date" || field.type === "datetime"
      ? "date"
      : "text";

/** The condition in the form; null while it is incomplete. */
export function readCondition(
  field: FieldMeta,
  operator: Operator,
  given: string | readonly string[],
): Condition | null {
  if (typeof given !== "string") {
    if (given.length === 0) return null;
    return [field.name, operator, field.type === "boolean" ? readBoolean(given[0]) : [...given]];
  }
  const words = given.trim();
  if (words === "") return null;
  if (isNumeric(field)) {
    const value = Number(words);
    return Number.isFinite(value) ? [field.name, operator, value] : null;
  }
  // Exact amounts have more digits than a double.
  if (field.type === "amount") return /^-?\d+(\.\d+)?$/.test(words) ? [field.name, operator, words] : null;
  if (operator === "in" || operator === "not-in") return [field.name, operator, [words]];
  return [field.name, operator, operator === "ilike" ? `%${literalPattern(words)}%` : words];
}

const UNKNOWN = "unknown";

const readBoolean = (chosen: string | undefined): boolean | null =>
  chosen === UNKNOWN ? null : chosen === "true";

/** The options of a field with few, known values; null for others. */
function fixedOptions(field: FieldMeta | undefined): readonly SelectOption[] | null {
  if (field?.type === "boolean") {
    return [
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
      ...(field.nullable ? [{ value: UNKNOWN, label: "Unknown" }] : []),
    ];
  }
  return field?.values?.map((value) => ({ value, label: wordsOfValue(value) })) ?? null;
}
