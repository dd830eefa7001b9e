import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button";
import { Tabs } from "../../ui/Tabs";
import { formulas, type SpreadsheetFormula } from "./formulas";

/** A link that was just made, as each program takes it: this once. */
export const ShownLink = ({ address }: { address: string }) => (
  <div className="mt-4 flex flex-col gap-2 rounded-md bg-positive-soft p-3">
    <p className="text-md text-positive">
      Link created. Copy it now: it will not be shown again. Anyone with the link can read this query.
    </p>
    <Tabs
      label="Program"
      tabs={formulas(address).map((formula) => ({
        value: formula.name,
        label: formula.label,
        content: <Formula {...formula} />,
      }))}
    />
  </div>
);

function Formula({ label, code, how }: SpreadsheetFormula) {
  const [message, setMessage] = useState("");
  return (
    <div className="flex flex-col gap-2">
      <section
        className="slim-scroll max-h-48 overflow-auto rounded-sm bg-surface p-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keyboard
        tabIndex={0}
        aria-label={`${label} formula`}
      >
        <pre className="select-all whitespace-pre-wrap break-all text-sm">
          <code>{code}</code>
        </pre>
      </section>
      <p className="text-md">{how}</p>
      <div className="flex items-center gap-3">
        <Button
          size="sm"
          onClick={() =>
            navigator.clipboard.writeText(code).then(
              () => setMessage("Copied"),
              () => setMessage("Select the text to copy it"),
            )
          }
        >
          <Copy className="size-3.5" aria-hidden="true" />
          Copy
        </Button>
        <p role="status" className="text-md text-muted">
          {message}
        </p>
      </div>
    </div>
  );
}
