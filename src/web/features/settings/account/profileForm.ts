import { type Profile, profileSchema, type User, userNameSchema } from "#domain";
import { type FieldProblems, problemsOfIssues } from "../fieldProblems";

/** The editable values of the profile page. */
export interface ProfileForm extends Profile {
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
    const found = problemsOfIssues(parsed.error.issues);
    for (const [field, message] of Object.entries(found)) {
      problems[field] = field === "company" ? "Company names can have at most 200 characters" : message;
    }
  }
  return problems;
}
