import { type ApiKeyScope, apiKeyActions } from "#domain";
import { Checkbox } from "../../../ui/controls/Checkbox";
import { Select } from "../../../ui/controls/Select";

export interface ScopeFieldsProps {
  scope: ApiKeyScope;
  /** Available endpoints. */
  choices: readonly string[];
  problem: string | null;
  onChange: (scope: ApiKeyScope) => void;
}

const actionLabels = { read: "Read JSON", download: "Download files" } as const;

/** Scopes of a key. Default: unlimited. */
export const ScopeFields = ({ scope, choices, problem, onChange }: ScopeFieldsProps) => (
  <fieldset className="flex w-full min-w-0 flex-wrap items-end gap-x-4 gap-y-2">
    <legend className="sr-only">Key access</legend>
    <Select
      multiple
      label="Endpoints"
      placeholder="All endpoints"
      options={choices.map((name) => ({ value: name, label: name }))}
      value={scope.endpoints ?? []}
      className="w-60 max-w-full"
      onChange={(next) => onChange({ ...scope, endpoints: next.length === 0 ? null : next })}
    />
    <div className="flex min-h-control-md flex-wrap items-center gap-4">
      {apiKeyActions.map((action) => (
        <Checkbox
          key={action}
          label={actionLabels[action]}
          checked={scope.actions.includes(action)}
          onChange={(isOn) =>
            onChange({
              ...scope,
              actions: apiKeyActions.filter((one) => (one === action ? isOn : scope.actions.includes(one))),
            })
          }
        />
      ))}
    </div>
    {problem !== null && (
      <p role="alert" className="text-negative text-sm">
        {problem}
      </p>
    )}
  </fieldset>
);
