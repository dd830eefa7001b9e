import clsx from "clsx";
import { Flag } from "lucide-react";
import { buttonClass } from "../../ui/controls/Button";

export interface ReportLinkProps {
  /** Kind of the entity, or `evidence`. */
  kind: string;
  /** Slug of the entity, id of the evidence. */
  slug: string | number;
  /** Name of the field, slug of the metric. */
  field: string;
  /** Id of the evidence or the service provider of the fact. */
  about?: string | number | undefined;
  /** Name of the fact: "Report an error: ISIN". */
  label: string;
}

const addressOf = ({ kind, slug, field, about }: Omit<ReportLinkProps, "label">) =>
  `/platform-overview?report=${[kind, slug, field, ...(about === undefined ? [] : [about])].join(".")}#contact`;

/** The report button of an entity: its name, description and website. */
export const ReportButton = (fact: Pick<ReportLinkProps, "kind" | "slug">) => (
  <a
    href={addressOf({ ...fact, field: "description" })}
    rel="nofollow"
    className={clsx("no-print", buttonClass({ size: "sm" }))}
  >
    Report an error
  </a>
);

/**
 * Links to the contact form for a fact. Not a client-side link, because pages have dozens of them. Visible
 * while the nearest `group/fact` is hovered or focused, and always on touch devices.
 */
export const ReportLink = ({ label, ...fact }: ReportLinkProps) => (
  <a
    href={addressOf(fact)}
    rel="nofollow"
    title="Report an error"
    className={clsx(
      "no-print inline-flex size-6 shrink-0 items-center justify-center align-middle text-faint hover:text-ink",
      "opacity-0 focus-visible:opacity-100 group-hover/fact:opacity-100 pointer-coarse:opacity-100",
    )}
  >
    <Flag aria-hidden="true" className="size-3" />
    <span className="sr-only">Report an error: {label}</span>
  </a>
);
