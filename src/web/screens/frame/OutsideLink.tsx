import clsx from "clsx";
import { ExternalLink } from "lucide-react";
import { buttonClass } from "../../ui/controls/Button";

/** A link to an entity's own site; renders nothing without a URL. */
export function OutsideLink({ address, children }: { address: string | null; children: string }) {
  if (address === null) return null;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      // In print, the URL is shown.
      className={clsx("print:after:content-[attr(href)]", buttonClass({ size: "sm" }))}
    >
      {children}
      <ExternalLink aria-hidden="true" className="no-print size-3.5" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
