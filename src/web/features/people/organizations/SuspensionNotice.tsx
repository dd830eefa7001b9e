import { useState } from "react";
import { Button } from "../../../ui/controls/Button";

/**
 * Informs members that the plan, keys and links of their suspended organization do not work. Can be
 * dismissed.
 */
export function SuspensionNotice({ organization }: { organization: string }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <section
      aria-label="Suspended organization"
      className="no-print fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-lg flex-wrap items-center gap-3 rounded-lg border border-caution bg-raised p-4 shadow-overlay"
    >
      <p role="status" className="min-w-52 flex-1 break-words text-md">
        <strong className="font-semibold">{organization}</strong> is suspended. Its plan, API keys and
        spreadsheet links do not work. Contact the site administrator.
      </p>
      <Button onClick={() => setOpen(false)}>Close</Button>
    </section>
  );
}
