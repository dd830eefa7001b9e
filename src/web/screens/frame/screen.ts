import type { ReactNode } from "react";
import type { ScreenContext, Section } from "./section";
import type { Subject, SubjectRequest, SubjectSource } from "./subject";

/** What stands at the head of a screen; what is left out follows the subject. */
export interface ScreenHeader<S extends Subject> {
  title?: string;
  description?: string;
  /** Before the title, after it, and at the right. */
  mark?: (context: ScreenContext<S>) => ReactNode;
  badges?: (context: ScreenContext<S>) => ReactNode;
  actions?: (context: ScreenContext<S>) => ReactNode;
}

/** What search engines and link previews are told. */
export interface ScreenHead {
  title: string;
  description: string;
  /** Path of its feed, for news readers. */
  feed?: string;
}

/** A screen, as data. Its address and who may open it stand in the list of screens. */
export interface Screen<S extends Subject> {
  subject: SubjectSource<S>;
  header: ScreenHeader<S>;
  /** Between the header and the sections: tiles, notices. */
  lead?: readonly Section<S>[];
  sections: readonly Section<S>[];
  head: (subject: S) => ScreenHead;
  /** Path of the screen of the menu that a profile belongs to, where its own path does not tell. */
  under?: (subject: S) => string;
  /** What the page says of an address that names nothing. */
  missing?: (request: SubjectRequest) => Promise<unknown>;
}
