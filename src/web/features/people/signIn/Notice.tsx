import { Info } from "lucide-react";
import type { ReactNode } from "react";

/** The reason for showing this page, above its content. */
export const Notice = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div
    role="status"
    className="flex items-start gap-2 rounded-md bg-accent-soft px-3 py-2 text-accent-strong text-md"
  >
    <Info aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
    <div className="min-w-0">
      {title && <p className="font-medium">{title}</p>}
      {children}
    </div>
  </div>
);
