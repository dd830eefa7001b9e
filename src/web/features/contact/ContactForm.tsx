import { useMutation } from "@tanstack/react-query";
import clsx from "clsx";
import {
  CONTACT_PATH,
  CONTACT_RECEIVED,
  CONTACT_TRAP,
  type ContactTopic,
  contactLimits,
  contactTopics,
} from "#domain/people";
import { useHydrated } from "../../hydration/useHydrated";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/display/Card";
import { Form, fieldClass, SubmitButton } from "../../ui/forms/Form";
import { PlainField } from "../../ui/forms/PlainField";
import { FormProblem, useForm } from "../settings/useForm";

export interface ContactFormProps {
  title: string;
  description: string;
  topic: ContactTopic;
  /** Initial message. Default: blank. */
  message?: string;
}

const lines = [
  { name: "name", label: "Name", type: "text", autoComplete: "name" },
  { name: "email", label: "Email", type: "email", autoComplete: "email" },
  { name: "company", label: "Company", type: "text", autoComplete: "organization" },
] as const;

const fields = ["topic", "message", ...lines.map(({ name }) => name)];

/** A form that sends a request to the operator. Works without scripts. */
export function ContactForm({ title, description, topic, message = "" }: ContactFormProps) {
  const send = useMutation(useTrpc().contact.send.mutationOptions());
  const isHydrated = useHydrated();
  const { problems, submit, clear } = useForm({
    mutation: send,
    send: (then, form) => {
      const values: Record<string, string> = {};
      for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = value;
      send.mutate(values, then);
    },
  });
  return (
    <div id="contact" className="scroll-mt-topbar">
      <Card title={title} description={description}>
        {send.isSuccess ? (
          <output className="block text-md">{CONTACT_RECEIVED}</output>
        ) : (
          <Form
            plain
            method="post"
            action={CONTACT_PATH}
            onSubmit={submit}
            onChange={({ target }) => clear(target.name)}
            noValidate={isHydrated}
            className="flex max-w-2xl flex-col gap-4"
          >
            <PlainField label="Topic" error={problems.topic}>
              {(attributes) => (
                <select
                  {...attributes}
                  name="topic"
                  defaultValue={topic}
                  className={clsx(fieldClass, "h-control-lg px-3")}
                >
                  {contactTopics.map((one) => (
                    <option key={one.topic} value={one.topic}>
                      {one.label}
                    </option>
                  ))}
                </select>
              )}
            </PlainField>
            <div className="grid gap-4 sm:grid-cols-2">
              {lines.map(({ name, label, type, autoComplete }) => (
                <PlainField key={name} label={label} error={problems[name]}>
                  {(attributes) => (
                    <input
                      {...attributes}
                      name={name}
                      type={type}
                      autoComplete={autoComplete}
                      required
                      maxLength={contactLimits[name]}
                      className={clsx(fieldClass, "h-control-lg px-3")}
                    />
                  )}
                </PlainField>
              ))}
            </div>
            <PlainField label="Message" error={problems.message}>
              {(attributes) => (
                <textarea
                  {...attributes}
                  name="message"
                  rows={message === "" ? 5 : 12}
                  defaultValue={message}
                  required
                  maxLength={contactLimits.message}
                  className={clsx(fieldClass, "px-3 py-2")}
                />
              )}
            </PlainField>
            {/* A honeypot: hidden from people, filled in by bots. */}
            <div hidden>
              <label>
                Leave empty
                <input name={CONTACT_TRAP} tabIndex={-1} autoComplete="off" />
              </label>
            </div>
            <FormProblem error={send.error} fields={fields} />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <SubmitButton size="lg" loading={send.isPending}>
                Send request
              </SubmitButton>
              <p className="text-faint text-sm">Used to reply to you, and deleted after two years.</p>
            </div>
          </Form>
        )}
      </Card>
    </div>
  );
}
