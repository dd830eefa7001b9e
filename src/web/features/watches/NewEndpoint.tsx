import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { watchTextLimits } from "#domain";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { problemsOfError } from "../settings/fieldProblems";
import { ShownSecret } from "../settings/keys/ShownSecret";
import { useRefetch } from "./watchData";

/** Adds an endpoint and shows its secret once. */
export function NewEndpoint({ organization }: { organization: boolean }) {
  const { watches } = useTrpc();
  const readAgain = useRefetch();
  const [url, setUrl] = useState("");
  const create = useMutation(
    watches.createEndpoint.mutationOptions({
      onSuccess: async () => {
        setUrl("");
        await readAgain();
      },
    }),
  );
  const problem = problemsOfError(create.error).url ?? (create.error ? errorMessage(create.error) : null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate({ organization, url });
  };
  return (
    <div className="border-b p-4">
      <Form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <TextField
          label="Endpoint URL"
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={watchTextLimits.url}
          placeholder="https://example.org/hooks"
          className="min-w-52 flex-1"
          value={url}
          error={problem}
          onChange={setUrl}
        />
        <SubmitButton className="mt-5" loading={create.isPending}>
          Add endpoint
        </SubmitButton>
      </Form>
      <div role="status">
        {create.data && (
          <ShownSecret key={create.data.id} value={create.data.secret} said="Endpoint added." />
        )}
      </div>
    </div>
  );
}
