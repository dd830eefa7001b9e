import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { FieldMeta, Operator } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/Button";
import { Select, type SelectOption } from "../../ui/Select";
import { TextField } from "../../ui/TextField";
import { offeredOperators, operatorWords } from "./operatorWords";
import type { Condition } from "./tableSearch";

/** The resource whose slugs a field holds. */
const referred: Readonly<Record<string, string>> = {
  asset_class: "asset_classes",
  network: "networks",
  platform: "platforms",
  protocol: "platforms",
  issuer: "issuers",
  manager: "managers",
};

const referredResource = (field: string): string | null => referred[field.replace(/_slugs?$/, "")] ?? null;

export interface FilterFormProps {
  fields: readonly FieldMeta[];
  onAdd: (condition: Condition) => void;
}

/** Sets one condition: a field, an operator that fits it, a value of its type. */
export function FilterForm({ fields, onAdd }: FilterFormProps) {
  const offered = fields.filter((field) => offeredOperators(field).length > 0);
  const [name, setName] = useState<string | null>(null);
  const [operator, setOperator] = useState<Operator | null>(null);
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const field = offered.find((candidate) => candidate.name === name);
  const operators = field ? offeredOperators(field) : [];
  const options = useValueOptions(field);
  const condition =
    field && operators[0] ? readCondition(field, operator ?? operators[0], options ? chosen : words) : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (condition) onAdd(condition);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Select
        label="Field"
        placeholder="Choose a field"
        options={offered.map(({ name, label }) => ({ value: name, label }))}
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
          <p className="text-faint text-sm">{field.doc}</p>
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
  isNumeric(field) ? "number" : field.type === "date" || field.type === "datetime" ? "date" : "text";

/** The condition that the form stands for; null while it is incomplete. */
export function readCondition(
  field: FieldMeta,
  operator: Operator,
  given: string | readonly string[],
): Condition | null {
  if (typeof given !== "string") {
    if (given.length === 0) return null;
    return [field.name, operator, field.type === "boolean" ? given[0] === "true" : [...given]];
  }
  const words = given.trim();
  if (words === "") return null;
  if (isNumeric(field)) {
    const value = Number(words);
    return Number.isFinite(value) ? [field.name, operator, value] : null;
  }
  return [field.name, operator, operator === "ilike" ? `%${words}%` : words];
}

/** The values to choose from, where they are a known list; undefined where the reader writes one. */
function useValueOptions(field: FieldMeta | undefined): readonly SelectOption[] | undefined {
  const resource = field?.type === "slug" || field?.type === "strings" ? referredResource(field.name) : null;
  const { data } = useQuery({
    ...useTrpc().market.table.queryOptions({
      resource: resource ?? "",
      query: {
        fields: ["slug", "name"],
        sort: { field: "name", direction: "asc" },
        pagination: { page: 1, perPage: 100 },
      },
    }),
    enabled: resource !== null,
  });
  if (field?.type === "boolean") {
    return [
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
    ];
  }
  if (field?.values) return field.values.map((value) => ({ value, label: value.replaceAll("_", " ") }));
  if (resource === null) return undefined;
  return (data?.results ?? []).map((row) => ({ value: String(row.slug), label: String(row.name) }));
}
