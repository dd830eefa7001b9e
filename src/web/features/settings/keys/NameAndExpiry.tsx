import { TextField } from "../../../ui/forms/TextField";
import type { FieldProblems } from "../useForm";

export interface NamedUntil {
  name: string;
  /** A day, or blank for none. */
  expiresAt: string;
}

export const UNNAMED: NamedUntil = { name: "", expiresAt: "" };

export interface NameAndExpiryProps {
  value: NamedUntil;
  onChange: (value: NamedUntil) => void;
  placeholder: string;
  problems: FieldProblems;
}

/** The fields for a name and an optional expiry day. */
export const NameAndExpiry = ({ value, onChange, placeholder, problems }: NameAndExpiryProps) => (
  <>
    <TextField
      label="Name"
      name="name"
      autoComplete="off"
      maxLength={100}
      placeholder={placeholder}
      className="min-w-52 flex-1"
      value={value.name}
      error={problems.name}
      onChange={(name) => onChange({ ...value, name })}
    />
    <TextField
      label="Expiry date (optional)"
      name="expiresAt"
      type="date"
      value={value.expiresAt}
      error={problems.expiresAt}
      onChange={(expiresAt) => onChange({ ...value, expiresAt })}
    />
  </>
);
