import { Mail } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button";
import { TextField } from "../../../ui/TextField";
import { emailProblem } from "./emailProblem";

export interface EmailFormProps {
  label: string;
  email: string;
  onChange: (email: string) => void;
  onSubmit: () => void;
  isBusy: boolean;
  /** Refuses addresses of public mail services. */
  workOnly?: boolean;
  submitLabel: string;
  autoFocus?: boolean;
}

/** Step one: the address that a code is sent to. */
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
  const form = useRef<HTMLFormElement>(null);
  // The request needs a token that only scripts fetch: until they run the form must not go off by itself.
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  // A password manager, or somebody quicker than our scripts, may have filled the field already.
  const adopt = useRef(onChange);
  useEffect(() => {
    const field = form.current?.elements.namedItem("email");
    if (field instanceof HTMLInputElement) {
      if (field.value !== "") adopt.current(field.value);
      if (autoFocus) field.focus();
    }
  }, [autoFocus]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = emailProblem(email, { workOnly });
    setProblem(found);
    if (found === null) onSubmit();
    else form.current?.querySelector<HTMLInputElement>("input[name=email]")?.focus();
  };

  return (
    <form
      ref={form}
      method="post"
      action="/api/auth/signin/email"
      onSubmit={submit}
      noValidate
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
      <Button type="submit" variant="primary" size="lg" loading={isBusy} disabled={!hydrated}>
        {submitLabel}
      </Button>
    </form>
  );
}
