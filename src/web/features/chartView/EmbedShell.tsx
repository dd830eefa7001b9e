import type { ReactNode } from "react";

/** The frame of a chart in other people's pages: none but its own edges. */
export const EmbedShell = ({ children }: { children: ReactNode }) => (
  <main className="min-h-dvh bg-surface p-3">{children}</main>
);
