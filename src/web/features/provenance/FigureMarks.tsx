import { Badge } from "../../ui/display/Badge";

export interface FigureMarksProps {
  carried: boolean;
  derived: boolean;
  is_sample: boolean;
}

/** Marks of a figure: carried forward, derived, sample data. */
export const FigureMarks = ({ carried, derived, is_sample }: FigureMarksProps) => (
  <span className="inline-flex gap-1">
    <Badge size="xs" variant="outline" title={derived ? "Calculated by formula" : "As reported"}>
      {derived ? "Derived" : "Reported"}
    </Badge>
    {carried && (
      <Badge size="xs" variant="outline" title="Carried forward from the last observation">
        Carried forward
      </Badge>
    )}
    {is_sample && (
      <Badge size="xs" variant="secondary" title="Generated for demonstration">
        Sample
      </Badge>
    )}
  </span>
);
