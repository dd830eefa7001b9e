import { Badge } from "../../ui/Badge";

export interface FigureMarksProps {
  carried: boolean;
  derived: boolean;
  is_sample: boolean;
}

/** How a figure came to be, in words. */
export const FigureMarks = ({ carried, derived, is_sample }: FigureMarksProps) => (
  <span className="inline-flex gap-1">
    <Badge size="xs" variant="outline" title={derived ? "Computed by its formula" : "Reported as it stands"}>
      {derived ? "Derived" : "Observed"}
    </Badge>
    {carried && (
      <Badge size="xs" variant="outline" title="The last known value, standing for a gap">
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
