import { Search } from "lucide-react";
import { Checkbox } from "../controls/Checkbox";
import { TextField } from "./TextField";

export interface Choice {
  /** Unique name of the choice. */
  name: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** Shown on hover. */
  title?: string;
  onChange: (checked: boolean) => void;
}

export interface ChoiceListProps {
  /** Label of the search field, as in "Search columns". */
  label: string;
  words: string;
  onWords: (words: string) => void;
  /** Choices that match the search text. */
  choices: readonly Choice[];
}

/** A searchable list of checkboxes. */
export const ChoiceList = ({ label, words, onWords, choices }: ChoiceListProps) => (
  <>
    <TextField
      label={label}
      hideLabel
      placeholder={label}
      icon={<Search />}
      value={words}
      onChange={onWords}
    />
    <ul className="slim-scroll flex max-h-list-md flex-col gap-2 overflow-y-auto py-1">
      {choices.map(({ name, label: text, title, ...choice }) => (
        <li key={name} title={title}>
          <Checkbox label={<span className="min-w-0 truncate">{text}</span>} {...choice} />
        </li>
      ))}
      {choices.length === 0 && <li className="text-muted">No matches.</li>}
    </ul>
  </>
);
