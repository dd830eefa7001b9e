/** The screens that list a resource, as the list of screens describes them. */
import { type List, screens } from "#domain";
import type { TableSpec } from "../features/table/query/tableQuery";
import { ScreenPage } from "./frame/ScreenPage";
import type { Screen } from "./frame/screen";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { freshness } from "./sections/provenance";
import { fieldChoice, wholeTable } from "./sections/table";

function listScreen(
  title: string,
  { resource, columns, description, filter, choice }: List,
): Screen<Subject> {
  // The list of screens has seen to it that the columns are those of the resource.
  const spec = { resource, columns, ...(filter && { filter }) } as TableSpec;
  return {
    subject: rowsListed(spec, description),
    header: { title, actions: freshness.show },
    sections: [],
    lead: [...(choice === undefined ? [] : [fieldChoice(resource, choice)]), wholeTable(spec)],
    head: (subject) => ({
      title,
      description: `${subject.description} Search, filter, sort and download.`.trim(),
    }),
  };
}

/** Each list by its path. */
export const lists: ReadonlyMap<string | null, Screen<Subject>> = new Map(
  screens.flatMap(({ path, label, list }) => (list === null ? [] : [[path, listScreen(label, list)]])),
);

/** The screen of the list at a path of the list of screens. */
export function listAt(path: string): Screen<Subject> {
  const found = lists.get(path);
  if (found === undefined) throw new Error(`There is no list at ${path}`);
  return found;
}

/** The page of that list. */
export const ListPage = ({ path }: { path: string }) => <ScreenPage screen={listAt(path)} />;
