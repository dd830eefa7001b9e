import { Check } from "lucide-react";
import { SubmitButton } from "../../../ui/forms/Form";

export interface SaveBarProps {
  /** True if the form differs from the saved values. */
  isChanged: boolean;
  isSaving: boolean;
  /** True if the latest input has been saved. */
  isSaved: boolean;
  /** Error message of the last attempt, or null. */
  error: string | null;
  label?: string;
}

/** The end of a form: its button, and the result of the last attempt. */
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
