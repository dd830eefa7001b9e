import type { ReactNode } from "react";
import type { EntityKind } from "#domain/resources";
import { entityScreen } from "#domain/screens";
import { pageLink } from "../../shell/followPageLinks";

export interface EntityLinkProps {
  /** Null if the value is not an entity. */
  kind: EntityKind | null;
  slug: string | null;
  children: ReactNode;
}

/** A link to the page of an entity; its name as text if it has no page. */
export function EntityLink({ kind, slug, children }: EntityLinkProps): ReactNode {
  const path = kind === null || slug === null ? null : entityScreen(kind, slug);
  if (path === null) return children;
  return (
    <a href={path} className={pageLink}>
      {children}
    </a>
  );
}
