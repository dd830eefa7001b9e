import { Check } from "lucide-react";
import { SubmitButton } from "../../../ui/forms/Form";

export interface SaveBarProps {
  /** Something differs from what is saved. */
  isChanged: boolean;
  isSaving: boolean;
  /** What was entered last has been saved. */
  isSaved: boolean;
  /** Why saving failed. */
  error: string | null;
  label?: string;
}

/** The end of a form: its button, and what became of the last press. */
export const SaveBar = ({ isChanged, isSaving, isSaved, error, label = "Save changes" }: SaveBarProps) => (
  <div className="flex flex-wrap items-center gap-3">
    <SubmitButton loading={isSaving} disabled={!isChanged}>
      {label}
    </SubmitButton>
    <p role="status" className="text-md text-positive">
      {isSaved && !isChanged && (
        <span className="flex items-center gap-1">
          <Check aria-hidden="true" className="size-4" />
          Saved
        </span>
      )}
    </p>
    {error && (
      <p role="alert" className="text-md text-negative">
        {error}
      </p>
    )}
  </div>
);
