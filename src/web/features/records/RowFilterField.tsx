import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { X } from "lucide-react";
import { lazy, useState } from "react";
import type { FieldMeta } from "#domain/api";
import { allOf, type Filter, type FilterScalar, filterOperators } from "#domain/query";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Badge } from "../../ui/display/Badge";
import { fieldClass } from "../../ui/forms/Form";
import { TextArea } from "../../ui/forms/TextArea";
import { FilterPopover } from "../table/filters/FilterPopover";
import { filteredFields } from "../table/query/filteredFields";
import { metaOptions } from "../table/query/loadTable";
import { conditionWords } from "../table/query/operatorWords";
import { type Condition, isSame, withOne } from "../table/query/tableSearch";
import { RecordText } from "./RecordText";

/** A row filter in the form: JSON text, and conditions that must all be met. */

const isScalar = (value: unknown): value is FilterScalar =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function conditionOf(leaf: unknown): Condition | null {
  if (!isObject(leaf)) return null;
  const { field, value } = leaf;
  const operator = filterOperators.find((known) => known === leaf.operator);
  const isValue = isScalar(value) || (Array.isArray(value) && value.every(isScalar));
  return typeof field === "string" && operator !== undefined && isValue ? [field, operator, value] : null;
}

/** The conditions of a filter in JSON; null if it contains anything else, such as alternatives. */
export function conditionsOfFilter(text: string): Condition[] | null {
  if (text.trim() === "") return [];
  let filter: unknown;
  try {
    filter = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(filter)) return null;
  const leaves = filter.operator === "and" && Array.isArray(filter.filters) ? filter.filters : [filter];
  const conditions = leaves.map(conditionOf);
  return conditions.some((one) => one === null) ? null : conditions.flatMap((one) => (one ? [one] : []));
}

/** The filter of conditions in JSON; blank without any. */
export function filterOfConditions(conditions: readonly Condition[]): string {
  const filter: Filter | null = allOf(
    ...conditions.map(([field, operator, value]) => ({ operator, field, value })),
  );
  return filter === null ? "" : JSON.stringify(filter);
}

const FilterForm = lazy(() =>
  import("../table/filters/FilterForm").then((module) => ({ default: module.FilterForm })),
);

export interface RowFilterFieldProps {
  name: string;
  label: string;
  /** Resources whose rows are filtered. Conditions can use fields that all of them have. */
  resources: readonly string[];
  /** The filter in JSON; blank for none. */
  value: string;
  /** Meaning of no filter, such as "All rows". */
  blank: string;
  hint: string | undefined;
  error: string | null;
  max: number;
  onChange: (value: string) => void;
}

/** A row filter, edited by condition as in lists, or as JSON. */
export function RowFilterField(props: RowFilterFieldProps) {
  const { name, label, value, hint, error, max, onChange } = props;
  const conditions = conditionsOfFilter(value);
  const [isJson, setIsJson] = useState(conditions === null);
  const showsJson = isJson || conditions === null;
  const toggle = (
    <Button
      size="sm"
      variant="secondary"
      className="js-only"
      disabled={conditions === null}
      aria-pressed={showsJson}
      onClick={() => setIsJson(!showsJson)}
    >
      Edit as JSON
    </Button>
  );
  if (showsJson) {
    return (
      <div className="flex flex-col items-start gap-1">
        <div className="w-full">
          <RecordText label={label} hint={hint} error={error}>
            {(attributes) => (
              <TextArea
                {...attributes}
                name={name}
                rows={5}
                maxLength={max}
                spellCheck={false}
                value={value}
                onChange={onChange}
                className={clsx(fieldClass, "px-3 py-2 font-mono text-sm")}
              />
            )}
          </RecordText>
        </div>
        {toggle}
      </div>
    );
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-muted text-sm">{label}</legend>
      <Conditions {...props} conditions={conditions} />
      {error && (
        <p role="alert" className="text-negative text-sm">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <AddCondition {...props} conditions={conditions} />
        {toggle}
      </div>
    </fieldset>
  );
}

type ConditionsProps = RowFilterFieldProps & { conditions: readonly Condition[] };

/** The active conditions, each with a button that removes it. */
function Conditions({ resources, conditions, blank, onChange }: ConditionsProps) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const fields = useSharedFields(resources).fields;
  const named = useQuery({
    queryKey: ["row filter", conditions, fields.map((field) => field.name)],
    queryFn: () => filteredFields({ trpc, queryClient }, { filters: [...conditions] }, fields),
    enabled: conditions.length > 0,
    meta: { dehydrate: false },
  });
  if (conditions.length === 0) return <p className="text-md">{blank}</p>;
  return (
    <ul aria-label="Conditions" className="flex flex-wrap items-center gap-1.5">
      {conditions.map((condition) => {
        const words = conditionWords(condition, named.data ?? []);
        return (
          <li key={JSON.stringify(condition)} className="max-w-full">
            <Badge variant="primary" size="md" rounding="full">
              <span className="min-w-0 break-words">{words}</span>
              <button
                type="button"
                aria-label={`Remove condition: ${words}`}
                className="-mr-1.5 rounded-full p-1.5 hover:bg-selected"
                onClick={() =>
                  onChange(filterOfConditions(conditions.filter((one) => !isSame(one, condition))))
                }
              >
                <X aria-hidden="true" className="size-3" />
              </button>
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}

/** Adds a condition with the form of lists. */
function AddCondition({ error, resources, conditions, onChange }: ConditionsProps) {
  const { fields, isLoading } = useSharedFields(resources);
  return (
    <FilterPopover title="Condition" label="Add condition" isInvalid={error !== null}>
      {(close) =>
        fields.length === 0 ? (
          <p className="text-md text-muted">
            {isLoading
              ? "Loading…"
              : resources.length === 0
                ? "Choose resources first: a filter applies to fields that all of them have."
                : "The chosen resources have no field in common."}
          </p>
        ) : (
          <FilterForm
            fields={fields}
            onAdd={(condition) => {
              close();
              onChange(filterOfConditions(withOne(conditions, condition)));
            }}
          />
        )
      }
    </FilterPopover>
  );
}

/** Fields that all of the resources have. */
function useSharedFields(resources: readonly string[]): { fields: readonly FieldMeta[]; isLoading: boolean } {
  const trpc = useTrpc();
  return useQueries({
    queries: resources.map((resource) => metaOptions(trpc, resource)),
    combine: (answers) => {
      const [first = [], ...others] = answers.map(({ data }) => data?.fields ?? []);
      const isShared = ({ name }: FieldMeta) =>
        others.every((fields) => fields.some((field) => field.name === name));
      return { fields: first.filter(isShared), isLoading: answers.some(({ isPending }) => isPending) };
    },
  });
}
