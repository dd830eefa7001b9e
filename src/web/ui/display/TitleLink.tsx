import type { ReactNode } from "react";

export interface TitleLinkProps {
  /** URL on another site; only web URLs are linked. */
  address: string | null;
  children: ReactNode;
}

/** The title of an external document as a link. */
export const TitleLink = ({ address, children }: TitleLinkProps): ReactNode =>
  address === null || !/^https?:\/\//.test(address) ? (
    children
  ) : (
    <a href={address} target="_blank" rel="noopener noreferrer" className="hover:text-accent hover:underline">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
