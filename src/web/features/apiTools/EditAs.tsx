import { SegmentedControl } from "../../ui/controls/SegmentedControl";

export type EditMode = "builder" | "json";

/** Selects the editor of a query or a definition. */
export const EditAs = ({ mode, onChange }: { mode: EditMode; onChange: (mode: EditMode) => void }) => (
  <SegmentedControl
    label="Edit as"
    size="sm"
    segments={[
      { value: "builder", label: "Builder" },
      { value: "json", label: "JSON" },
    ]}
    value={mode}
    onChange={(next) => onChange(next === "json" ? "json" : "builder")}
  />
);
