import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { type Profile, profileSchema, type User, userNameSchema } from "#domain/people";
import {
  acquisitionChannelOptions,
  assetClassInterestOptions,
  companyTypeOptions,
  occupationOptions,
} from "#domain/vocabulary";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { Checkbox } from "../../../ui/controls/Checkbox";
import { Select } from "../../../ui/controls/Select";
import { Switch } from "../../../ui/controls/Switch";
import { Card } from "../../../ui/display/Card";
import { Form, SubmitButton } from "../../../ui/forms/Form";
import { TextField } from "../../../ui/forms/TextField";
import { UserGate } from "../UserGate";
import { type FieldProblems, useForm } from "../useForm";

/** Updates the cached user, which the bar, the menu and the forms show. */
function useSaveUser(): (user: User) => void {
  const queryClient = useQueryClient();
  const trpc = useTrpc();
  return (user) => queryClient.setQueryData(trpc.users.getProfile.queryKey(), user);
}

/** The editable values of the profile page. */
interface ProfileForm extends Profile {
  name: string;
}

export const profileFormOf = (user: Pick<User, "name" | "profile">): ProfileForm => ({
  ...user.profile,
  name: user.name ?? "",
});

/** Differences from the saved values: whether the name differs, and the changed fields of the profile. */
export function profileChanges(
  form: ProfileForm,
  user: Pick<User, "name" | "profile">,
): { name: string | null; profile: Partial<Profile> } {
  const { name, ...profile } = form;
  const changed = Object.entries(profile).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(user.profile[field as keyof Profile]),
  );
  return {
    name: name.trim() === (user.name ?? "") ? null : name.trim(),
    profile: Object.fromEntries(changed),
  };
}

export const hasChanges = ({ name, profile }: ReturnType<typeof profileChanges>): boolean =>
  name !== null || Object.keys(profile).length > 0;

/** Validation errors of a form. An existing name can be changed but not removed. */
export function profileProblems(form: ProfileForm, user: Pick<User, "name">): FieldProblems {
  const { name, ...profile } = form;
  const problems: Record<string, string> = {};
  if (name.trim() === "" && (user.name ?? "") !== "") problems.name = "Please enter your name";
  else if (name.trim() !== "" && !userNameSchema.safeParse(name).success)
    problems.name = "Names can have at most 200 characters";
  const parsed = profileSchema.safeParse(profile);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const field = String(path[0] ?? "");
      problems[field] ??= field === "company" ? "Company names can have at most 200 characters" : message;
    }
  }
  return problems;
}

interface SaveBarProps {
  /** True if the form differs from the saved values. */
  isChanged: boolean;
  isSaving: boolean;
  /** True if the latest input has been saved. */
  isSaved: boolean;
  /** Error message of the last attempt, or null. */
  error: string | null;
  label?: string;
}

/** The end of a form: its button, and the result of the last attempt. */
const SaveBar = ({ isChanged, isSaving, isSaved, error, label = "Save changes" }: SaveBarProps) => (
  <div className="flex flex-wrap items-center gap-3">
    <SubmitButton loading={isSaving} disabled={!isChanged}>
      {label}
    </SubmitButton>
    <p role="status" className="text-md text-positive">
      {isSaved && !isChanged && (
        <span className="flex items-center gap-1">
          <Check aria-hidden="true" className="size-4" />
          Saved
        </span>
      )}
    </p>
    {error && (
      <p role="alert" className="text-md text-negative">
        {error}
      </p>
    )}
  </div>
);

/** Name, company and interests of the user. */
export const ProfileSettings = () => <UserGate>{(user) => <ProfileFields user={user} />}</UserGate>;

function ProfileFields({ user }: { user: User }) {
  const trpc = useTrpc();
  const saveUser = useSaveUser();
  const [form, setForm] = useState<ProfileForm>(() => profileFormOf(user));
  const updateName = useMutation(trpc.users.updateName.mutationOptions());
  const updateProfile = useMutation(trpc.userSettings.updateProfile.mutationOptions());
  const changes = profileChanges(form, user);
  const save = useMutation({
    mutationFn: async (_sent: ProfileForm) => {
      let saved: User = user;
      if (changes.name !== null) saved = await updateName.mutateAsync({ name: changes.name });
      if (Object.keys(changes.profile).length > 0) {
        saved = await updateProfile.mutateAsync({ profile: changes.profile });
      }
      return saved;
    },
    onSuccess: (saved, sent) => {
      saveUser(saved);
      // Input during the request is kept.
      setForm((now) => (now === sent ? profileFormOf(saved) : now));
    },
  });
  const { problems, submit, clear } = useForm({
    mutation: save,
    check: () => profileProblems(form, user),
    send: (then) => save.mutate(form, then),
  });
  const set = (part: Partial<ProfileForm>) => {
    // A request in flight continues: a second, parallel one could be written first.
    if (!save.isPending) save.reset();
    clear(...Object.keys(part));
    setForm((before) => ({ ...before, ...part }));
  };
  return (
    <Form onSubmit={submit} noValidate prints className="flex flex-col gap-5">
      <Card title="About you">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Full name"
            name="name"
            autoComplete="name"
            value={form.name}
            error={problems.name}
            onChange={(name) => set({ name })}
          />
          <TextField
            label="Email"
            type="email"
            name="email"
            value={user.email}
            readOnly
            hint="Used to sign in, so it cannot be changed here."
          />
          <Select
            label="Occupation"
            options={occupationOptions}
            value={form.occupation}
            onChange={(occupation) => set({ occupation: occupation ?? "" })}
          />
          <Select
            label="How did you hear about us?"
            options={acquisitionChannelOptions}
            value={form.acquisitionChannel}
            onChange={(acquisitionChannel) => set({ acquisitionChannel: acquisitionChannel ?? "" })}
          />
        </div>
      </Card>
      <Card title="Your company">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Company"
            name="company"
            autoComplete="organization"
            value={form.company}
            error={problems.company}
            onChange={(company) => set({ company })}
          />
          <Select
            label="Company type"
            options={companyTypeOptions}
            value={form.companyType}
            onChange={(companyType) => set({ companyType: companyType ?? "" })}
          />
        </div>
      </Card>
      <Card title="Interests and email">
        <div className="flex flex-col gap-4">
          <fieldset>
            <legend className="mb-2 text-muted text-sm">Asset classes of interest</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {assetClassInterestOptions.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  label={label}
                  checked={form.assetClassInterests.includes(value)}
                  onChange={(checked) =>
                    set({
                      assetClassInterests: checked
                        ? [...form.assetClassInterests, value]
                        : form.assetClassInterests.filter((known) => known !== value),
                    })
                  }
                />
              ))}
            </div>
          </fieldset>
          <Switch
            label="Send me the newsletter and product news"
            checked={form.shouldReceiveMarketing}
            onChange={(shouldReceiveMarketing) => set({ shouldReceiveMarketing })}
          />
        </div>
      </Card>
      <SaveBar
        isChanged={hasChanges(changes)}
        isSaving={save.isPending}
        isSaved={save.isSuccess}
        error={save.error ? errorMessage(save.error) : null}
      />
    </Form>
  );
}
