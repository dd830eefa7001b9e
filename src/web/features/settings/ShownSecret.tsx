import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button";

/** A secret that is shown this once. */
export function ShownSecret({ value, said }: { value: string; said: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="mt-4 flex flex-col gap-2 rounded-md bg-positive-soft p-3">
      <p className="text-md text-positive">{said} Copy it now: it will not be shown again.</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 select-all break-all rounded-sm bg-surface px-2 py-1 font-mono text-md">
          {value}
        </code>
        <Button
          size="sm"
          onClick={async () => {
            await navigator.clipboard.writeText(value);
            setCopied(true);
          }}
        >
          {copied ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
    </div>
  );
}
