import { FolderPlus, Plus, X } from "lucide-react";
import type { FieldMeta } from "#domain/api";
import { lookbackDays } from "#domain/metrics";
import type { Operator } from "#domain/query";
import { Button } from "../../ui/controls/Button";
import { Select } from "../../ui/controls/Select";
import { operatorWords } from "../table/query/operatorWords";
import { ConditionValue } from "./ConditionValue";
import {
  changedNode,
  type DraftGroup,
  type DraftLeaf,
  type DraftNode,
  isDraftGroup,
  newGroup,
  newLeaf,
  wantsList,
} from "./queryDraft";

export interface FilterEditorProps {
  root: DraftGroup;
  fields: readonly FieldMeta[];
  /** Ids of conditions without a value, set after an attempt to run the query. */
  missing: readonly number[];
  onChange: (root: DraftGroup) => void;
}

interface Editing extends Omit<FilterEditorProps, "root" | "onChange"> {
  replace: (id: number, change: (node: DraftNode) => DraftNode | null) => void;
}

/** Nested groups of conditions, each combined by "and" or "or". */
export function FilterEditor({ root, onChange, ...shared }: FilterEditorProps) {
  const replace: Editing["replace"] = (id, change) => {
    if (id !== root.id) return onChange(changedNode(root, id, change));
    const changed = change(root);
    if (changed !== null && isDraftGroup(changed)) onChange(changed);
  };
  return <Group group={root} editing={{ ...shared, replace }} name="Filter" />;
}

function Group({ group, editing, name }: { group: DraftGroup; editing: Editing; name: string }) {
  const { replace, fields } = editing;
  const [first] = fields;
  const change = (next: Partial<DraftGroup>) => replace(group.id, () => ({ ...group, ...next }));
  const isOr = group.operator === "or";
  const isRoot = name === "Filter";
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 rounded-md border p-3">
      <legend className="px-1 text-muted text-sm">{name}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="operator"
          size="xs"
          aria-label={`${name}: ${isOr ? "any condition may match; require all" : "all conditions must match; allow any"}`}
          onClick={() => change({ operator: isOr ? "and" : "or" })}
        >
          {group.operator}
        </Button>
        <span className="text-muted text-sm">{isOr ? "Any of these" : "All of these"}</span>
        {!isRoot && (
          <Button
            variant="secondary"
            size="xs"
            className="ml-auto"
            aria-label={`Remove ${name.toLowerCase()}`}
            onClick={() => replace(group.id, () => null)}
          >
            <X aria-hidden="true" className="size-3.5" />
            Remove group
          </Button>
        )}
      </div>
      {group.filters.length > 0 && (
        <ul className="flex flex-col gap-2">
          {group.filters.map((node, index) => (
            <li key={node.id}>
              {isDraftGroup(node) ? (
                <Group
                  group={node}
                  editing={editing}
                  name={isRoot ? `Group ${index + 1}` : `${name}.${index + 1}`}
                />
              ) : (
                <Condition
                  leaf={node}
                  editing={editing}
                  name={`${isRoot ? "" : `${name}, `}condition ${index + 1}`}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {first !== undefined && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            aria-label={isRoot ? undefined : `Add condition to ${name.toLowerCase()}`}
            onClick={() => change({ filters: [...group.filters, newLeaf(first)] })}
          >
            <Plus aria-hidden="true" className="size-3.5" />
            Add condition
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-label={isRoot ? undefined : `Add group to ${name.toLowerCase()}`}
            onClick={() =>
              change({ filters: [...group.filters, newGroup(isOr ? "and" : "or", [newLeaf(first)])] })
            }
          >
            <FolderPlus aria-hidden="true" className="size-3.5" />
            Add group
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The parts of a metric that a condition can apply to. */
const NOW = "val";
const parts = [
  { value: NOW, label: "Now" },
  ...lookbackDays.flatMap((days) => [
    { value: `chg_${days}d_amt`, label: `Change in ${days} days` },
    { value: `chg_${days}d_pct`, label: `Change in ${days} days, %` },
  ]),
];

function Condition({ leaf, editing, name }: { leaf: DraftLeaf; editing: Editing; name: string }) {
  const { fields, replace, missing } = editing;
  const [base = leaf.field, part = NOW] = leaf.field.split(".");
  const field = fields.find((one) => one.name === base || one.aliases.includes(base));
  const change = (next: Partial<DraftLeaf>) => replace(leaf.id, () => ({ ...leaf, ...next }));
  const operators = field?.operators ?? [leaf.operator];
  const options = fields.map((one) => ({ value: one.name, label: one.name, hint: one.label }));
  return (
    <fieldset className="flex flex-wrap items-start gap-2">
      <legend className="sr-only">{name}</legend>
      <Select
        label={`Field of ${name}`}
        hideLabel
        options={field === undefined ? [{ value: base, label: base }, ...options] : options}
        value={field?.name ?? base}
        className="w-52 max-w-full"
        onChange={(next) => {
          const chosen = fields.find((one) => one.name === next);
          if (chosen) replace(leaf.id, () => ({ ...newLeaf(chosen), id: leaf.id }));
        }}
      />
      {field?.type === "metric" && (
        <Select
          label={`Part of ${name}`}
          hideLabel
          searchable={false}
          options={
            parts.some(({ value }) => value === part) ? parts : [...parts, { value: part, label: part }]
          }
          value={part}
          onChange={(next) => change({ field: next === NOW || next === null ? base : `${base}.${next}` })}
        />
      )}
      <Select
        label={`Operator of ${name}`}
        hideLabel
        options={operators.map((value) => ({ value, label: value, hint: operatorWords[value] }))}
        value={leaf.operator}
        className="w-32"
        onChange={(next) => {
          const operator = operators.find((one): one is Operator => one === next);
          if (operator === undefined) return;
          const same = wantsList(operator) === wantsList(leaf.operator);
          change(same ? { operator } : { operator, words: "", given: undefined });
        }}
      />
      <ConditionValue
        label={`Value of ${name}`}
        leaf={leaf}
        field={field}
        error={missing.includes(leaf.id) ? "Enter a value, or remove the condition" : null}
        onChange={(words) => change({ words, given: undefined })}
      />
      <Button
        variant="secondary"
        square
        aria-label={`Remove ${name}`}
        onClick={() => replace(leaf.id, () => null)}
      >
        <X aria-hidden="true" className="size-3.5" />
      </Button>
    </fieldset>
  );
}
