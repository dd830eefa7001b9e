import { Mail } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Form, focusField, SubmitButton } from "../../../ui/forms/Form";
import { TextField } from "../../../ui/forms/TextField";
import { emailProblem } from "./signInMessages";

export interface EmailFormProps {
  label: string;
  email: string;
  onChange: (email: string) => void;
  onSubmit: () => void;
  isBusy: boolean;
  /** Rejects addresses of public email services. */
  workOnly?: boolean;
  submitLabel: string;
  autoFocus?: boolean;
}

/** Step one: the address that receives a code. */
export function EmailForm({
  label,
  email,
  onChange,
  onSubmit,
  isBusy,
  workOnly = false,
  submitLabel,
  autoFocus = false,
}: EmailFormProps) {
  const [problem, setProblem] = useState<string | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = emailProblem(email, { workOnly });
    setProblem(found);
    if (found === null) onSubmit();
    else focusField(event.currentTarget, "email");
  };

  return (
    <Form
      method="post"
      action="/api/auth/signin/email"
      onSubmit={submit}
      noValidate
      firstFocus={autoFocus ? "email" : undefined}
      className="flex flex-col gap-3"
    >
      <TextField
        label={label}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        size="lg"
        icon={<Mail />}
        placeholder="you@company.com"
        value={email}
        error={problem}
        onChange={(value) => {
          setProblem(null);
          onChange(value);
        }}
      />
      <SubmitButton size="lg" loading={isBusy} className="js-only">
        {submitLabel}
      </SubmitButton>
    </Form>
  );
}
