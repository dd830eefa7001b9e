/** What every page knows of a kind of record, for its menu and its gate. */
export interface RecordKind<Name extends string = string> {
  name: Name;
  /** Path of its list. Its other pages are below. */
  path: string;
  /** Other paths by which its list is known. */
  aliases: readonly string[];
  /** Label of its list in the menu and breadcrumbs. */
  title: string;
  inMenu: boolean;
  singular: string;
  /** Actions of administrators in addition to reading. */
  can: { create: boolean; edit: boolean; delete: boolean };
  /** Whether a record has a page of its own beside its form. */
  hasPage: boolean;
}
