export interface DocumentLinkProps {
  /** `Circle, Independent accountants' report, May 2025`. */
  document: string;
  address: string;
}

/** The document that states a fact, in small print below it. */
export const DocumentLink = ({ document, address }: DocumentLinkProps) => (
  <a
    href={address}
    target="_blank"
    rel="noopener noreferrer"
    className="block min-h-6 content-center text-faint text-sm underline hover:text-ink"
  >
    {document}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
