import { skipToken, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { policyActions } from "#domain/people";
import { resources } from "#domain/resources";
import { wordsOfValue } from "#domain/vocabulary";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Select } from "../../ui/controls/Select";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { PageHeader } from "../shell/PageHeader";
import { AccessDecision } from "./AccessDecision";
import { RecordTabs } from "./RecordTabs";

type Action = (typeof policyActions)[number];
interface AccessRequest {
  who: string;
  resource: string;
  action: Action;
}

/** Explains whether a key has access: its policies, and the deciding one. */
export function AccessCheck() {
  const [who, setWho] = useState("");
  const [resource, setResource] = useState("assets");
  const [action, setAction] = useState<Action>("read");
  const [request, setRequest] = useState<AccessRequest | null>(null);
  const answer = useQuery({
    ...useTrpc().access.explain.queryOptions(request ?? skipToken),
    staleTime: 0,
    retry: false,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = { who, resource, action };
    if (JSON.stringify(next) === JSON.stringify(request)) void answer.refetch();
    else setRequest(next);
  };
  return (
    <>
      <PageHeader
        title="Check API access"
        description="What a data API key, or a user's own keys, may read, and which policy decides."
      />
      <RecordTabs />
      <div className="flex flex-col gap-4">
        <Card>
          <Form onSubmit={submit} className="flex flex-wrap items-end gap-3">
            <TextField
              name="who"
              label="User or API key"
              placeholder="Email address or first ten characters of a key"
              autoComplete="off"
              className="min-w-52 flex-1"
              required
              maxLength={300}
              value={who}
              onChange={setWho}
            />
            <Select
              label="Resource"
              options={resources.map(({ slug }) => ({ value: slug, label: slug }))}
              value={resource}
              onChange={(next) => setResource(next ?? "assets")}
            />
            <Select
              label="Action"
              options={policyActions.map((value) => ({ value, label: wordsOfValue(value) }))}
              value={action}
              onChange={(next) => setAction(policyActions.find((one) => one === next) ?? "read")}
            />
            <SubmitButton loading={answer.isFetching}>Check</SubmitButton>
          </Form>
        </Card>
        <div role="status">
          {answer.data && (
            <Card
              title={answer.data.holder}
              actions={
                <Badge variant={answer.data.isAllowed ? "success" : "danger"}>
                  {answer.data.isAllowed ? "Allowed" : "Denied"}
                </Badge>
              }
            >
              <AccessDecision answer={answer.data} />
            </Card>
          )}
        </div>
        {answer.isError && !answer.isFetching && (
          <p role="alert" className="text-md text-negative">
            {errorMessage(answer.error)}
          </p>
        )}
      </div>
    </>
  );
}
