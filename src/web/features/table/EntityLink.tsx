import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type EntityKind, entityPage } from "#domain";

export interface EntityLinkProps {
  /** Null for what is no entity. */
  kind: EntityKind | null;
  slug: string | null;
  children: ReactNode;
}

/** A link to the page of an entity; its name alone where it has no page. */
export function EntityLink({ kind, slug, children }: EntityLinkProps) {
  const router = useRouter();
  const path = kind === null || slug === null ? null : entityPage(kind, slug);
  const [, , route] = path === null ? [] : router.getMatchedRoutes(path);
  if (path === null || !route) return <>{children}</>;
  return (
    <Link
      to={path}
      className="inline-block min-h-6 min-w-6 content-center underline-offset-2 hover:text-accent hover:underline"
    >
      {children}
    </Link>
  );
}
