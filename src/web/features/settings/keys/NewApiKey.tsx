import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { type ApiKeyScope, apiKeyActions } from "#domain/people";
import { refetchChanged } from "../../../rpc/refetchChanged";
import { useTrpc } from "../../../rpc/useTrpc";
import { Checkbox } from "../../../ui/controls/Checkbox";
import { Select } from "../../../ui/controls/Select";
import { Card } from "../../../ui/display/Card";
import { Form, SubmitButton } from "../../../ui/forms/Form";
import { FormProblem, useForm } from "../useForm";
import { NameAndExpiry, UNNAMED } from "./NameAndExpiry";
import { ShownSecret } from "./ShownSecret";

interface ScopeFieldsProps {
  scope: ApiKeyScope;
  /** Available endpoints. */
  choices: readonly string[];
  problem: string | null;
  onChange: (scope: ApiKeyScope) => void;
}

const actionLabels = { read: "Read JSON", download: "Download files" } as const;

/** Scopes of a key. Default: unlimited. */
const ScopeFields = ({ scope, choices, problem, onChange }: ScopeFieldsProps) => (
  <fieldset
    data-invalid={problem !== null || undefined}
    tabIndex={-1}
    className="flex w-full min-w-0 flex-wrap items-end gap-x-4 gap-y-2"
  >
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

const WHOLE: ApiKeyScope = { endpoints: null, actions: apiKeyActions };

/** Creates a key with optional `scopes`, and shows it once. */
export function NewApiKey({ scopes }: { scopes: readonly string[] }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const [named, setNamed] = useState(UNNAMED);
  const [scope, setScope] = useState<ApiKeyScope>(WHOLE);
  const create = useMutation(
    trpc.apiKeys.create.mutationOptions({
      onSuccess: () => {
        setNamed(UNNAMED);
        setScope(WHOLE);
        // Not awaited: the key is shown even if the refetch fails.
        void refetchChanged(queryClient, { queryKey: trpc.apiKeys.list.queryKey() });
      },
    }),
  );
  const { name, expiresAt } = named;
  const { problems, submit, clear } = useForm({
    mutation: create,
    check: () => (name.trim() === "" ? { name: "Enter a name for the key" } : null),
    send: (then) =>
      create.mutate(
        {
          name,
          expiresAt: expiresAt === "" ? null : expiresAt,
          endpoints: scope.endpoints === null ? null : [...scope.endpoints],
          actions: [...scope.actions],
        },
        then,
      ),
  });
  return (
    <Card title="New key" description="Use a separate key for each application.">
      <Form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <NameAndExpiry
          value={named}
          placeholder="Nightly report"
          problems={problems}
          onChange={(value) => {
            clear("name", "expiresAt");
            setNamed(value);
          }}
        />
        <ScopeFields
          scope={scope}
          choices={scopes}
          problem={problems.endpoints ?? problems.actions ?? null}
          onChange={(value) => {
            clear("endpoints", "actions");
            setScope(value);
          }}
        />
        <SubmitButton loading={create.isPending}>
          <KeyRound aria-hidden="true" className="size-4" />
          Create key
        </SubmitButton>
      </Form>
      <FormProblem
        error={create.error}
        fields={["name", "expiresAt", "endpoints", "actions"]}
        className="mt-2"
      />
      <div role="status">
        {create.data && <ShownSecret key={create.data.id} value={create.data.key} said="Key created." />}
      </div>
    </Card>
  );
}
