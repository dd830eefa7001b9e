import { Copy } from "lucide-react";
import { Button } from "../../../ui/controls/Button";
import { useCopy } from "../../../ui/controls/useCopy";

/** A secret that is shown once. */
export function ShownSecret({ value, said }: { value: string; said: string }) {
  const { copy, said: copied } = useCopy(value);
  return (
    <div className="mt-4 flex flex-col gap-2 rounded-md bg-positive-soft p-3">
      <p className="text-md text-positive">{said} Copy it now: it will not be shown again.</p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 select-all break-all rounded-sm bg-surface px-2 py-1 font-mono text-md">
          {value}
        </code>
        <Button size="sm" onClick={copy}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <p role="status" className="text-md">
          {copied}
        </p>
      </div>
    </div>
  );
}
