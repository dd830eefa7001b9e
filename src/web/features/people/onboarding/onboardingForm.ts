import { emptyProfile, onboardingChannels, type Profile } from "#domain";

/** What the form holds while it is filled in. */
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

/** Starts with what is known already. A channel that the form does not offer has to be chosen again. */
export const onboardingFormOf = (profile: Profile): OnboardingForm => ({
  ...emptyOnboardingForm,
  company: profile.company,
  companyType: profile.companyType,
  acquisitionChannel: onboardingChannels.some((channel) => channel === profile.acquisitionChannel)
    ? profile.acquisitionChannel
    : "",
});

/** Whether everything required is there. @param asksName whether the user has no name yet */
export const isOnboardingComplete = (form: OnboardingForm, { asksName }: { asksName: boolean }): boolean =>
  (!asksName || form.name.trim() !== "") &&
  form.company.trim() !== "" &&
  form.companyType !== "" &&
  form.acquisitionChannel !== "";

/** The profile to save: what was known, with the answers over it. */
export const onboardedProfile = (form: OnboardingForm, known: Profile = emptyProfile): Profile => ({
  ...known,
  company: form.company.trim(),
  companyType: form.companyType,
  acquisitionChannel: form.acquisitionChannel,
  shouldReceiveMarketing: form.shouldReceiveMarketing,
});
