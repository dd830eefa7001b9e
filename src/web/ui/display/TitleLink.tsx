import type { ReactNode } from "react";

export interface TitleLinkProps {
  /** Of what stands on another site; anything but a web address leads nowhere. */
  address: string | null;
  children: ReactNode;
}

/** The title of what stands on another site, as a link to it. */
export const TitleLink = ({ address, children }: TitleLinkProps): ReactNode =>
  address === null || !/^https?:\/\//.test(address) ? (
    children
  ) : (
    <a href={address} target="_blank" rel="noopener noreferrer" className="hover:text-accent hover:underline">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
