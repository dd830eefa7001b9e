import { TRPCClientError } from "@trpc/client";
import type { FormEvent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { type FormOptions, FormProblem, type FormState, problemsOfError, useForm } from "./useForm";

test("the server's errors are assigned to their fields", () => {
  const error = TRPCClientError.from({
    error: {
      code: -32600,
      message: "x",
      data: {
        code: "BAD_REQUEST",
        problems: [
          { path: "profile.company", message: "too long" },
          { path: "profile.assetClassInterests.0", message: "unknown" },
        ],
      },
    },
  });
  expect(problemsOfError(error)).toEqual({ company: "too long", assetClassInterests: "unknown" });
});

test("other errors have no field", () => {
  expect(problemsOfError(new Error("x"))).toEqual({});
});

const rejected = (message: string, problems: readonly { path: string; message: string }[]) =>
  TRPCClientError.from({ error: { code: -32600, message, data: { code: "BAD_REQUEST", problems } } });
const problemShown = (error: unknown) =>
  renderToStaticMarkup(<FormProblem error={error} fields={["name", "days"]} />);

test("the server's errors of fields that a form does not have are shown at the form", () => {
  const name = { path: "name", message: "too long" };
  const organization = { path: "draft.organization", message: "is suspended" };
  expect(problemShown(rejected("[1 issue]", [name]))).toBe("");
  expect(problemShown(rejected("[2 issues]", [name, organization]))).toContain(
    "Some of your input is invalid. Check it and try again. organization: is suspended",
  );
  // Its message is not repeated.
  expect(problemShown(rejected("The organization is suspended.", [organization]))).toContain(
    ">The organization is suspended.<",
  );
  expect(problemShown(null)).toBe("");
});

function Probe({ options, onRender }: { options: FormOptions; onRender: (state: FormState) => void }) {
  onRender(useForm(options));
  return null;
}

/** A form after its first render. */
function formOf(options: Partial<FormOptions>) {
  const send = vi.fn();
  const mutation = { isPending: false, isError: false, reset: vi.fn() };
  const states: FormState[] = [];
  renderToStaticMarkup(
    <Probe options={{ mutation, send, ...options }} onRender={(state) => states.push(state)} />,
  );
  const form = {} as HTMLFormElement;
  const preventDefault = vi.fn();
  const event = { preventDefault, currentTarget: form } as unknown as FormEvent<HTMLFormElement>;
  return { submit: () => states[0]?.submit(event), clear: states[0]?.clear, form, preventDefault, send };
}

test("valid input is sent by the mutation, not by the browser", () => {
  const { submit, send, form, preventDefault } = formOf({ check: () => null });
  submit();
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(send).toHaveBeenCalledExactlyOnceWith({ onError: expect.any(Function) }, form);
});

test("invalid input is not sent", () => {
  const { submit, send, preventDefault } = formOf({ check: () => ({ name: "Enter a name" }) });
  submit();
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(send).not.toHaveBeenCalled();
});

test("a form that is being sent is not sent again", () => {
  const { submit, send, preventDefault } = formOf({
    mutation: { isPending: true, isError: false, reset: vi.fn() },
  });
  submit();
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(send).not.toHaveBeenCalled();
});

test("a change removes the error of the mutation, and no result or request", () => {
  const reset = vi.fn();
  formOf({ mutation: { isPending: false, isError: false, reset } }).clear?.("name");
  expect(reset).not.toHaveBeenCalled();
  formOf({ mutation: { isPending: false, isError: true, reset } }).clear?.("name");
  expect(reset).toHaveBeenCalledOnce();
});
