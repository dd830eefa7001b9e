import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type MemberRole, memberRoles } from "#domain/people";
import { errorMessage } from "../../../rpc/errorMessage";
import { Select } from "../../../ui/controls/Select";
import { Form, focusField, SubmitButton } from "../../../ui/forms/Form";
import { TextField } from "../../../ui/forms/TextField";
import { emailProblem } from "../../people/signIn/signInMessages";
import { roleOptions } from "./teamData";

export interface InviteFieldsProps {
  mayInviteOwners: boolean;
  isPending: boolean;
  /** Error of the last invitation, or null. */
  error: unknown;
  /** Called when the address changes after a response. */
  reset: () => void;
  invite: (invited: { email: string; role: MemberRole }, then: { onSuccess: () => void }) => void;
}

/** Email address and role of an invitation. */
export function InviteFields({ mayInviteOwners, isPending, error, reset, invite }: InviteFieldsProps) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("member");
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = emailProblem(email, { workOnly: false });
    setProblem(found);
    if (found === null) invite({ email, role }, { onSuccess: () => setEmail("") });
    else focusField(event.currentTarget, "email");
  };
  return (
    <Form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="min-w-52 flex-1"
        value={email}
        error={problem ?? (error ? errorMessage(error) : null)}
        onChange={(value) => {
          setProblem(null);
          reset();
          setEmail(value);
        }}
      />
      <Select
        label="Role"
        className="w-32"
        options={roleOptions(mayInviteOwners)}
        value={role}
        onChange={(value) => setRole(memberRoles.find((known) => known === value) ?? "member")}
      />
      <SubmitButton className="mt-5" loading={isPending}>
        <UserPlus aria-hidden="true" className="size-4" />
        Invite
      </SubmitButton>
    </Form>
  );
}
