import type { ReactNode } from "react";

/** Layout of an embedded chart, without the site's header and footer. */
export const EmbedShell = ({ children }: { children: ReactNode }) => (
  <main className="min-h-dvh bg-surface p-3">{children}</main>
);
