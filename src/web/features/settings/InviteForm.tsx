import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type MemberRole, memberRoles } from "#domain";
import { errorInWords } from "../../rpc/errorInWords";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/Card";
import { Form, focusField, SubmitButton } from "../../ui/Form";
import { Select } from "../../ui/Select";
import { TextField } from "../../ui/TextField";
import { emailProblem } from "../people/signIn/emailProblem";
import { useMailIsLogged } from "../people/signIn/useMailIsLogged";
import { roleOptions } from "./teamData";

/** Asks somebody into the organization by mail. */
export function InviteForm({ mayInviteOwners }: { mayInviteOwners: boolean }) {
  const trpc = useTrpc();
  const mailIsLogged = useMailIsLogged();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("member");
  const [problem, setProblem] = useState<string | null>(null);
  const invite = useMutation(
    trpc.team.invite.mutationOptions({
      onSuccess: async () => {
        setEmail("");
        await queryClient.invalidateQueries({ queryKey: trpc.team.get.queryKey() });
      },
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = emailProblem(email, { workOnly: false });
    setProblem(found);
    if (found === null) invite.mutate({ email, role });
    else focusField(event.currentTarget, "email");
  };
  return (
    <Card
      title="Invite a colleague"
      description={
        mailIsLogged
          ? "No mail server is configured: share the link yourself. Invitations expire in 14 days."
          : "We send an email with a link that expires in 14 days."
      }
    >
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
          error={problem ?? (invite.error ? errorInWords(invite.error) : null)}
          onChange={(value) => {
            setProblem(null);
            invite.reset();
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
        <SubmitButton className="mt-5" loading={invite.isPending}>
          <UserPlus aria-hidden="true" className="size-4" />
          Invite
        </SubmitButton>
      </Form>
      <div role="status" className="mt-2 text-md empty:hidden">
        {invite.isSuccess &&
          (invite.data.unsentLink === null ? (
            <p className="text-positive">Invitation sent to {invite.variables.email.trim()}.</p>
          ) : (
            <p className="text-caution">
              The invitation could not be emailed. Share the link below with {invite.variables.email.trim()}.
            </p>
          ))}
      </div>
    </Card>
  );
}
