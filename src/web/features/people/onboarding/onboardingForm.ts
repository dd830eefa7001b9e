import { emptyProfile, onboardingChannels, type Profile } from "#domain";

/** The values of the form. */
export interface OnboardingForm {
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
