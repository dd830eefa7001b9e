import type { ReactNode } from "react";
import type { ScreenContext, Section } from "./section";
import type { Subject, SubjectRequest, SubjectSource } from "./subject";

/** The header of a screen. Defaults are derived from the subject. */
export interface ScreenHeader<S extends Subject> {
  title?: string;
  description?: string;
  /** Before the title, after it, and on the right. */
  mark?: (context: ScreenContext<S>) => ReactNode;
  badges?: (context: ScreenContext<S>) => ReactNode;
  actions?: (context: ScreenContext<S>) => ReactNode;
}

/** Metadata for search engines and link previews. */
export interface ScreenHead {
  title: string;
  description: string;
  /** Path of its feed. */
  feed?: string;
}

/** A screen as data. Its path and permission are in the list of screens. */
export interface Screen<S extends Subject> {
  subject: SubjectSource<S>;
  header: ScreenHeader<S>;
  /** Between the header and the sections: tiles, notices. */
  lead?: readonly Section<S>[];
  sections: readonly Section<S>[];
  head: (subject: S) => ScreenHead;
  /** True if it always shows the latest rows: earlier ones are not kept. Default: figures as of the time in the URL. */
  isUndated?: boolean;
  /** Path of the menu item that a profile belongs to, if its own path does not determine it. */
  under?: (subject: S) => string;
  /** Data for the not-found page of an unknown subject. */
  missing?: (request: SubjectRequest) => Promise<unknown>;
}
