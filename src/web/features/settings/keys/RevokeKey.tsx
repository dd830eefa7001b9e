import { ConfirmButton } from "../ConfirmButton";

export interface RevokeKeyProps {
  name: string;
  isBusy: boolean;
  onConfirm: () => void;
}

/** Revokes a key after a confirmation. */
export const RevokeKey = ({ name, isBusy, onConfirm }: RevokeKeyProps) => (
  <ConfirmButton
    label="Revoke"
    name={`Revoke ${name}`}
    title={`Revoke ${name}?`}
    description="Applications that use it lose access immediately. This cannot be undone."
    confirm="Revoke"
    isBusy={isBusy}
    onConfirm={onConfirm}
  />
);
