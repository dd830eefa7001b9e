import { type MemberRole, memberRoles } from "#domain/people";
import { Select } from "../../../ui/controls/Select";
import { roleOptions } from "./teamData";

export interface RoleSelectProps {
  /** Name of the member. */
  name: string;
  /** The role, or the one being saved. Changes run in sequence, and the list keeps the focus meanwhile. */
  role: MemberRole;
  mayTouchOwners: boolean;
  onChange: (role: MemberRole) => void;
}

/** Selects the role of a member. */
export const RoleSelect = ({ name, role, mayTouchOwners, onChange }: RoleSelectProps) => (
  <Select
    label={`Role of ${name}`}
    hideLabel
    size="sm"
    className="w-28"
    options={roleOptions(mayTouchOwners)}
    value={role}
    onChange={(value) => {
      const next = memberRoles.find((known) => known === value);
      if (next !== undefined && next !== role) onChange(next);
    }}
  />
);
