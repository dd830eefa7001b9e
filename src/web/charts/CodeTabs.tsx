import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/Button";
import { CodeBlock } from "../ui/CodeBlock";
import { Tabs } from "../ui/Tabs";
import { type ChartRequest, type CodeSample, codeSamples } from "./files/codeSamples";
import { spreadsheetPage } from "./files/spreadsheetPage";

/** A request to the data API in each language, to be copied. */
export const CodeTabs = ({ request }: { request: ChartRequest }) => (
  <>
    <Tabs
      label="Language"
      tabs={codeSamples(request).map((sample) => ({
        value: sample.name,
        label: sample.label,
        content: <Sample {...sample} />,
      }))}
    />
    <p className="mt-3 text-md">
      <a href={spreadsheetPage(request)} className="text-accent underline">
        Create a spreadsheet link
      </a>{" "}
      <span className="text-muted">No key needed; revoke it any time.</span>
    </p>
  </>
);

function Sample({ label, code, needsKey }: CodeSample) {
  const [message, setMessage] = useState("");
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock label={`${label} code`} code={code} />
      <p className="text-md text-muted">
        {needsKey ? (
          <>
            Reads the key from <code>CADASTRE_API_KEY</code>.{" "}
            <a href="/settings/api-keys" className="text-accent underline">
              Get an API key
            </a>
          </>
        ) : (
          "Needs no key, and has every group."
        )}
      </p>
      <div className="flex items-center gap-3">
        <Button
          variant="secondary"
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
