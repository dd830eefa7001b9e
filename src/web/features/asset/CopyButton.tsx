import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../ui/controls/Button";

const SAID_FOR_MS = 2000;

/** Copies a text. Hidden while scripts do not run. */
export function CopyButton({ text, subject }: { text: string /** What is copied. */; subject: string }) {
  const [copied, setCopied] = useState(false);
  // Hides the confirmation after a delay.
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <span className="js-only">
      <Button
        variant="secondary"
        size="xs"
        square
        aria-label={copied ? `Copied ${subject}` : `Copy ${subject}`}
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false), // the browser denied access; the text can still be selected
          );
        }}
      >
        {copied ? (
          <Check aria-hidden="true" className="size-3.5 text-positive" />
        ) : (
          <Copy aria-hidden="true" className="size-3.5" />
        )}
      </Button>
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </span>
  );
}
