import { Button } from "./Button";

export interface ShowButtonProps {
  /** What it shows and hides, as in "log". */
  what: string;
  /** Whose it is, for screen readers. */
  of: string;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Shows what belongs to a row, and hides it again. */
export const ShowButton = ({ what, of, isOpen, onChange }: ShowButtonProps) => (
  <Button
    variant="secondary"
    size="sm"
    aria-expanded={isOpen}
    aria-label={`${isOpen ? "Hide" : "Show"} ${what} of ${of}`}
    onClick={() => onChange(!isOpen)}
  >
    {isOpen ? `Hide ${what}` : `${what.charAt(0).toUpperCase()}${what.slice(1)}`}
  </Button>
);
