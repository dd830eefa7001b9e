import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, Copy, KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { errorInWords } from "../../rpc/errorInWords";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Form, focusField, SubmitButton } from "../../ui/Form";
import { TextField } from "../../ui/TextField";
import { problemsOfError } from "./fieldProblems";

/** Makes a key and shows it, this once. */
export function NewApiKey() {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [expiresAt, setExpiresAt] = useState("");
  const [nameMissing, setNameMissing] = useState(false);
  const create = useMutation(
    trpc.apiKeys.create.mutationOptions({
      onSuccess: async () => {
        setName("");
        setExpiresAt("");
        await queryClient.invalidateQueries({ queryKey: trpc.apiKeys.list.queryKey() });
      },
    }),
  );
  const problems = problemsOfError(create.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setNameMissing(name.trim() === "");
    if (name.trim() === "") focusField(event.currentTarget, "name");
    else create.mutate({ name, expiresAt: expiresAt === "" ? null : expiresAt });
  };
  return (
    <Card title="New key" description="Use a separate key for each application.">
      <Form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={100}
          placeholder="Nightly report"
          className="min-w-52 flex-1"
          value={name}
          error={nameMissing ? "Enter a name for the key" : (problems.name ?? null)}
          onChange={(value) => {
            setNameMissing(false);
            setName(value);
          }}
        />
        <TextField
          label="Expiry date (optional)"
          name="expiresAt"
          type="date"
          value={expiresAt}
          error={problems.expiresAt ?? null}
          onChange={setExpiresAt}
        />
        <SubmitButton className="mt-5" loading={create.isPending}>
          <KeyRound aria-hidden="true" className="size-4" />
          Create key
        </SubmitButton>
      </Form>
      {create.error && Object.keys(problems).length === 0 && (
        <p role="alert" className="mt-2 text-md text-negative">
          {errorInWords(create.error)}
        </p>
      )}
      <div role="status">{create.data && <ShownKey key={create.data.id} value={create.data.key} />}</div>
    </Card>
  );
}

function ShownKey({ value }: { value: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="mt-4 flex flex-col gap-2 rounded-md bg-positive-soft p-3">
      <p className="text-md text-positive">Key created. Copy it now: it will not be shown again.</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 select-all break-all rounded-sm bg-surface px-2 py-1 font-mono text-md">
          {value}
        </code>
        <Button
          size="sm"
          onClick={async () => {
            await navigator.clipboard.writeText(value);
            setCopied(true);
          }}
        >
          {copied ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
    </div>
  );
}
