const sizes = {
  sm: "block min-h-6 content-center text-faint text-sm",
  md: "inline-block whitespace-normal py-1",
} as const;

export interface DocumentLinkProps {
  /** `Circle, Independent accountants' report, May 2025`. */
  document: string;
  address: string;
  /** Default: small print below a fact. */
  size?: keyof typeof sizes;
}

/** Link to a public document that states facts. */
export const DocumentLink = ({ document, address, size = "sm" }: DocumentLinkProps) => (
  <a
    href={address}
    target="_blank"
    rel="noopener noreferrer"
    className={`${sizes[size]} underline hover:text-ink`}
  >
    {document}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
