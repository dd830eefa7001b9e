import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Tabs } from "../ui/Tabs";
import { type ChartRequest, type CodeSample, codeSamples } from "./files/codeSamples";

export interface ChartCodeProps {
  title: string;
  request: ChartRequest;
  onClose: () => void;
}

/** The request behind a chart, to be copied into a program or a spreadsheet. */
export function ChartCode({ title, request, onClose }: ChartCodeProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="xl"
      title="Use in code"
      description={title}
    >
      <Tabs
        label="Language"
        tabs={codeSamples(request).map((sample) => ({
          value: sample.name,
          label: sample.label,
          content: <Sample {...sample} />,
        }))}
      />
    </Dialog>
  );
}

function Sample({ label, code, needsKey }: CodeSample) {
  const [message, setMessage] = useState("");
  return (
    <div className="flex flex-col gap-3">
      <section
        className="slim-scroll max-h-80 overflow-auto rounded-md bg-sunken p-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keyboard
        tabIndex={0}
        aria-label={`${label} code`}
      >
        <pre className="text-sm">
          <code>{code}</code>
        </pre>
      </section>
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
