import clsx from "clsx";
import { buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { pageLink } from "../shell/followPageLinks";

export interface OfferPart {
  title: string;
  text: string;
  link?: { href: string; label: string };
}

/** The parts of an offer. */
export const Offer = ({ parts }: { parts: readonly OfferPart[] }) => (
  <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
    {parts.map(({ title, text, link }) => (
      <Card key={title} title={title}>
        <p className="text-md text-muted">{text}</p>
        {link && (
          <a
            href={link.href}
            className={clsx("mt-3", !link.href.startsWith("/api/") && pageLink, buttonClass({ size: "sm" }))}
          >
            {link.label}
          </a>
        )}
      </Card>
    ))}
  </div>
);
