import { Button } from "./Button";

export interface ShowButtonProps {
  /** Name of the content, as in "log". */
  what: string;
  /** Name of the row, for screen readers. */
  of: string;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Shows or hides the details of a row. */
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
