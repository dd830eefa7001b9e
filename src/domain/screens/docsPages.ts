/** The pages that document the data API: one for each list, total and series, under `/docs`. */
import { explorerFamilies } from "./explorerPages";

export interface DocsPage {
  /** Last part of the path of the page. */
  name: string;
  path: string;
  /** Path of the endpoint, under the base of the API. */
  endpoint: string;
  /** Path of its page in the explorer. */
  explorer: string;
}

/** Each endpoint once: of lists with two names, under that of their resource. */
export const docsPages: readonly DocsPage[] = explorerFamilies
  .flatMap(({ pages }) => pages)
  .filter(({ name, version }) => name !== "protocols" && version === 4)
  .filter(({ endpoint }, index, all) => all.findIndex((page) => page.endpoint === endpoint) === index)
  .map(({ name, endpoint, path }) => ({ name, path: `/docs/${name}`, endpoint, explorer: path }));

export const docsPage = (name: string): DocsPage | undefined => docsPages.find((page) => page.name === name);
