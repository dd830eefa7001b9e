import { CopyText } from "../../ui/controls/CopyText";
import { Tabs } from "../../ui/controls/Tabs";
import { formulas, type SpreadsheetFormula } from "./formulas";

/** A new link as a formula for each program, shown once. */
export const ShownLink = ({ address }: { address: string }) => (
  <div className="mt-4 flex flex-col gap-2 rounded-md bg-positive-soft p-3">
    <p className="text-md text-positive">
      Link created. Copy it now: it will not be shown again. Anyone with the link can read this query.
    </p>
    <Tabs
      label="Application"
      tabs={formulas(address).map((formula) => ({
        value: formula.name,
        label: formula.label,
        content: <Formula {...formula} />,
      }))}
    />
  </div>
);

const Formula = ({ label, code, how }: SpreadsheetFormula) => (
  <CopyText
    label={`${label} formula`}
    code={code}
    className="max-h-48 rounded-sm bg-surface p-2"
    wraps
    button={{ size: "sm" }}
  >
    <p className="text-md">{how}</p>
  </CopyText>
);
