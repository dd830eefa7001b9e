import { type FormEvent, useEffect, useState } from "react";
import { isApiError } from "../../rpc/apiError";
import { errorMessage } from "../../rpc/errorMessage";

/** Error messages by field name. */
export type FieldProblems = Readonly<Record<string, string>>;

/** Server errors by field; the last part of `profile.company` is the field. */
export function problemsOfError(error: unknown): FieldProblems {
  if (!isApiError(error)) return {};
  const found: unknown = error.data?.problems;
  if (!Array.isArray(found)) return {};
  const problems: Record<string, string> = {};
  for (const problem of found as unknown[]) {
    if (typeof problem !== "object" || problem === null) continue;
    const { path, message } = problem as { path?: unknown; message?: unknown };
    if (typeof path !== "string" || typeof message !== "string") continue;
    const field = path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path;
    if (!Object.hasOwn(problems, field)) problems[field] = message;
  }
  return problems;
}

export interface FormOptions {
  /** The mutation that `send` starts. */
  mutation: { isPending: boolean; isError: boolean; reset: () => void };
  /** Starts the mutation with the given callbacks. */
  send: (then: { onError: (error: unknown) => void }, form: HTMLFormElement) => void;
  /** Errors of the input, or null. Nothing is sent if there are any. Default: null. */
  check?: () => FieldProblems | null;
}

export interface FormState {
  /** Errors of the last submission, without those of fields that have changed since. */
  problems: FieldProblems;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Removes the errors of changed fields, of all fields if none is named, and the error of the mutation. */
  clear: (...fields: string[]) => void;
}

interface Shown {
  problems: FieldProblems;
  /** The submitted form; undefined after a change. */
  form?: HTMLFormElement;
}

/** A form that a mutation sends. A rejected submission focuses the first invalid field. */
export function useForm({ mutation, send, check }: FormOptions): FormState {
  const [shown, show] = useState<Shown>({ problems: {} });
  // Effect: controls are marked invalid when the problems have been rendered.
  useEffect(() => {
    shown.form?.querySelector<HTMLElement>('[aria-invalid="true"],[data-invalid]')?.focus();
  }, [shown]);
  return {
    problems: shown.problems,
    submit: (event) => {
      event.preventDefault();
      if (mutation.isPending) return;
      const form = event.currentTarget;
      const found = check?.() ?? {};
      show({ problems: found, form });
      if (Object.keys(found).length === 0)
        send({ onError: (error) => show({ problems: problemsOfError(error), form }) }, form);
    },
    clear: (...fields) => {
      if (mutation.isError) mutation.reset();
      const isLeft = ([field]: [string, string]) => fields.length > 0 && !fields.includes(field);
      show((before) => ({ problems: Object.fromEntries(Object.entries(before.problems).filter(isLeft)) }));
    },
  };
}

export interface FormProblemProps {
  error: unknown;
  /** The fields at which the form shows errors itself. */
  fields: readonly string[];
  className?: string;
}

/** Error of a rejected form, unless all of it is shown at its fields. */
export function FormProblem({ error, fields, className = "" }: FormProblemProps) {
  if (!error) return null;
  const problems = Object.entries(problemsOfError(error));
  const elsewhere = problems.filter(([field]) => !fields.includes(field));
  if (problems.length > 0 && elsewhere.length === 0) return null;
  const text = errorMessage(error);
  const missing = elsewhere.flatMap(([field, message]) =>
    text.includes(message) ? [] : [`${field}: ${message}`],
  );
  return (
    <p role="alert" className={`wrap-anywhere text-md text-negative ${className}`}>
      {[text, ...missing].join(" ")}
    </p>
  );
}
