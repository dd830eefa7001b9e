import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { planOf, TRIAL_DAYS } from "#domain/people";
import { planTypes } from "#domain/vocabulary";
import { useTrpc } from "../../rpc/useTrpc";
import { Select } from "../../ui/controls/Select";
import { Card } from "../../ui/display/Card";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { useForm } from "../settings/useForm";
import { Moment } from "./Facts";
import { type OrganizationFile, useAdministration } from "./useAdministration";

const options = planTypes.map((value) => ({ value, label: planOf(value).label, hint: value }));

/** The plan of an organization, and a form to change it. */
export function OrganizationPlan({ file: { id: organizationId, plan } }: { file: OrganizationFile }) {
  const [chosen, setChosen] = useState(plan.set);
  const [days, setDays] = useState(String(TRIAL_DAYS));
  const set = useMutation(
    useTrpc().administration.setPlan.mutationOptions(useAdministration("Plan updated.")),
  );
  const isTrial = planOf(chosen).endsAs !== null;
  const number = Number(days);
  const isLength = /^\d+$/.test(days.trim()) && number >= 1 && number <= 3650;
  const { problems, submit, clear } = useForm({
    mutation: set,
    check: () => (isTrial && !isLength ? { trialDays: "Enter 1 to 3650 days." } : null),
    send: (then) => set.mutate({ organizationId, plan: chosen, trialDays: isTrial ? number : null }, then),
  });
  return (
    <Card title="Plan" description={planOf(plan.counts).doc}>
      <p className="mb-3 text-md">
        {plan.set === plan.counts ? (
          <>Current plan: {planOf(plan.set).label}</>
        ) : (
          <>
            Set to {planOf(plan.set).label}, counts as {planOf(plan.counts).label}
          </>
        )}
        {plan.trialEndsAt !== null && (
          <>
            {Date.parse(plan.trialEndsAt) <= Date.now() ? ", ended " : ", until "}
            <Moment at={plan.trialEndsAt} />
          </>
        )}
        .
      </p>
      <Form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <Select
          label="Plan"
          className="w-60"
          options={options}
          value={chosen}
          onChange={(value) => setChosen(planTypes.find((known) => known === value) ?? chosen)}
        />
        {isTrial && (
          <TextField
            label="Days from today"
            name="trialDays"
            inputMode="numeric"
            className="w-32"
            value={days}
            error={problems.trialDays}
            onChange={(value) => {
              clear();
              setDays(value);
            }}
          />
        )}
        <SubmitButton className="mt-5" loading={set.isPending}>
          Set plan
        </SubmitButton>
      </Form>
    </Card>
  );
}
