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
  /** Id of the evidence or the service provider that the fact is about. */
  about?: string | number | undefined;
  /** What the fact is called: "Report an error: ISIN". */
  label: string;
}

const addressOf = ({ kind, slug, field, about }: Omit<ReportLinkProps, "label">) =>
  `/platform-overview?report=${[kind, slug, field, ...(about === undefined ? [] : [about])].join(".")}#contact`;

/** The same for the page of an entity: its name, its description and its website. */
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
 * Leads to the contact form, filled in with a fact. A plain link: pages have dozens of them. Shown where the pointer or the
 * focus is in the nearest `group/fact`, and always on devices that do not hover.
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
