import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { emptyProfile, type Profile, type User } from "#domain/people";
import { companyTypeOptions, onboardingChannels } from "#domain/vocabulary";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Select } from "../../../ui/controls/Select";
import { Switch } from "../../../ui/controls/Switch";
import { Form } from "../../../ui/forms/Form";
import { TextField } from "../../../ui/forms/TextField";
import { Dialog } from "../../../ui/overlays/Dialog";
import { showToast } from "../../../ui/toasts/toast";

/** The values of the form. */
interface OnboardingForm {
  name: string;
  company: string;
  companyType: string;
  acquisitionChannel: string;
  shouldReceiveMarketing: boolean;
}

export const emptyOnboardingForm: OnboardingForm = {
  name: "",
  company: "",
  companyType: "",
  acquisitionChannel: "",
  shouldReceiveMarketing: true,
};

/** Starts with the stored values, so that saving preserves them. */
export const onboardingFormOf = (profile: Profile): OnboardingForm => ({
  ...emptyOnboardingForm,
  company: profile.company,
  companyType: profile.companyType,
  acquisitionChannel: profile.acquisitionChannel,
  shouldReceiveMarketing: profile.shouldReceiveMarketing,
});

/** The channels of the specification, and a stored one that is not among them. */
export const channelOptions = (stored: string): { value: string; label: string }[] => {
  const isOffered = stored === "" || onboardingChannels.some((channel) => channel === stored);
  const channels = isOffered ? onboardingChannels : [stored, ...onboardingChannels];
  return channels.map((channel) => ({ value: channel, label: channel }));
};

/** True if every required field is filled in. @param requiresName true if the user has no name yet */
export const isOnboardingComplete = (
  form: OnboardingForm,
  { requiresName }: { requiresName: boolean },
): boolean =>
  (!requiresName || form.name.trim() !== "") &&
  form.company.trim() !== "" &&
  form.companyType !== "" &&
  form.acquisitionChannel !== "";

/** The profile to save: the stored one with the form's values. */
export const onboardedProfile = (form: OnboardingForm, known: Profile = emptyProfile): Profile => ({
  ...known,
  company: form.company.trim(),
  companyType: form.companyType,
  acquisitionChannel: form.acquisitionChannel,
  shouldReceiveMarketing: form.shouldReceiveMarketing,
});

const companyTypes = companyTypeOptions.filter((option) => option.value !== "");

export interface OnboardingModalProps {
  open: boolean;
  user: User;
  /** Called with the changed user once everything is saved. */
  onSaved: (user: User) => void;
}

/** Requests the profile of a user after sign-in. Only saving closes it. */
export function OnboardingModal({ open, user, onSaved }: OnboardingModalProps) {
  const trpc = useTrpc();
  const formId = useId();
  const [form, setForm] = useState<OnboardingForm>(() => onboardingFormOf(user.profile));
  const requiresName = (user.name ?? "").trim() === "";
  const updateName = useMutation(trpc.users.updateName.mutationOptions());
  const updateProfile = useMutation(trpc.userSettings.updateProfile.mutationOptions());
  const save = useMutation({
    mutationFn: async () => {
      // The profile is saved last: the form does not open again afterwards, so the name must be saved by
      // then.
      if (requiresName) await updateName.mutateAsync({ name: form.name.trim() });
      return updateProfile.mutateAsync({ profile: onboardedProfile(form, user.profile) });
    },
    onSuccess: (saved) => {
      showToast({ message: "Welcome to the product! Your profile has been created.", variant: "success" });
      onSaved(saved);
    },
    onError: () =>
      showToast({
        message: "Error creating your profile - please try again.",
        variant: "danger",
        id: "onboarding",
      }),
  });
  const set = (part: Partial<OnboardingForm>) => setForm((before) => ({ ...before, ...part }));
  const complete = isOnboardingComplete(form, { requiresName });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete && !save.isPending) save.mutate();
  };
  return (
    <Dialog
      open={open}
      dismissible={false}
      size="sm"
      title="Welcome to the product"
      description="Tell us about yourself in half a minute. You can change your answers in settings."
      actions={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          size="lg"
          className="w-full"
          disabled={!complete}
          loading={save.isPending}
        >
          Create profile
        </Button>
      }
    >
      <Form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {requiresName && (
          <TextField
            label="Full name"
            name="name"
            autoComplete="name"
            required
            maxLength={200}
            size="lg"
            value={form.name}
            onChange={(name) => set({ name })}
          />
        )}
        <TextField
          label="Company"
          name="organization"
          autoComplete="organization"
          required
          maxLength={200}
          size="lg"
          value={form.company}
          onChange={(company) => set({ company })}
        />
        <Select
          label="Company type"
          placeholder="Choose one"
          size="lg"
          options={companyTypes}
          value={form.companyType === "" ? null : form.companyType}
          onChange={(companyType) => set({ companyType: companyType ?? "" })}
        />
        <Select
          label="How did you hear about us?"
          placeholder="Choose one"
          size="lg"
          options={channelOptions(user.profile.acquisitionChannel)}
          value={form.acquisitionChannel === "" ? null : form.acquisitionChannel}
          onChange={(acquisitionChannel) => set({ acquisitionChannel: acquisitionChannel ?? "" })}
        />
        <Switch
          label="Send me the newsletter and product news"
          checked={form.shouldReceiveMarketing}
          onChange={(shouldReceiveMarketing) => set({ shouldReceiveMarketing })}
        />
      </Form>
    </Dialog>
  );
}
