import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type ApiKeyScope, apiKeyActions } from "#domain";
import { refetchChanged } from "../../../rpc/refetchChanged";
import { useTrpc } from "../../../rpc/useTrpc";
import { Card } from "../../../ui/display/Card";
import { Form, focusField, SubmitButton } from "../../../ui/forms/Form";
import { FormProblem } from "../FormProblem";
import { problemsOfError } from "../fieldProblems";
import { NameAndExpiry, UNNAMED } from "./NameAndExpiry";
import { ScopeFields } from "./ScopeFields";
import { ShownSecret } from "./ShownSecret";

const WHOLE: ApiKeyScope = { endpoints: null, actions: apiKeyActions };

/** Creates a key with optional `scopes`, and shows it once. */
export function NewApiKey({ scopes }: { scopes: readonly string[] }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const [named, setNamed] = useState(UNNAMED);
  const [scope, setScope] = useState<ApiKeyScope>(WHOLE);
  const [nameMissing, setNameMissing] = useState(false);
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
  const problems = problemsOfError(create.error);
  const { name, expiresAt } = named;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setNameMissing(name.trim() === "");
    if (name.trim() === "") focusField(event.currentTarget, "name");
    else {
      create.mutate({
        name,
        expiresAt: expiresAt === "" ? null : expiresAt,
        endpoints: scope.endpoints === null ? null : [...scope.endpoints],
        actions: [...scope.actions],
      });
    }
  };
  return (
    <Card title="New key" description="Use a separate key for each application.">
      <Form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <NameAndExpiry
          value={named}
          placeholder="Nightly report"
          problems={{
            name: nameMissing ? "Enter a name for the key" : (problems.name ?? null),
            expiresAt: problems.expiresAt ?? null,
          }}
          onChange={(value) => {
            setNameMissing(false);
            setNamed(value);
          }}
        />
        <ScopeFields
          scope={scope}
          choices={scopes}
          problem={problems.endpoints ?? problems.actions ?? null}
          onChange={setScope}
        />
        <SubmitButton loading={create.isPending}>
          <KeyRound aria-hidden="true" className="size-4" />
          Create key
        </SubmitButton>
      </Form>
      <FormProblem error={create.error} className="mt-2" />
      <div role="status">
        {create.data && <ShownSecret key={create.data.id} value={create.data.key} said="Key created." />}
      </div>
    </Card>
  );
}
