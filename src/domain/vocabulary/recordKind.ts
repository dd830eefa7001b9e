/** What every page knows of a kind of record, for its menu and its gate. */
export interface RecordKind<Name extends string = string> {
  name: Name;
  /** Where its list is. Its other pages are below. */
  path: string;
  /** Other paths by which its list is known. */
  aliases: readonly string[];
  /** What the menu and breadcrumbs call its list. */
  title: string;
  inMenu: boolean;
  singular: string;
  /** What administrators may do with it beside reading. */
  can: { create: boolean; edit: boolean; delete: boolean };
  /** Whether a record has a page of its own beside its form. */
  hasPage: boolean;
}
