import { DataSets } from "../features/downloads/DataSets";
import { StoredSets } from "../features/downloads/StoredSets";
import type { Screen } from "./frame/screen";
import type { Section } from "./frame/section";
import type { Subject } from "./frame/subject";
import { wholeMarket } from "./frame/subjects";
import { freshness } from "./sections/provenance";

const TITLE = "Downloads";
const DESCRIPTION = "Every data set as a file, with its contents, rows, version and the access it needs.";

const sets: Section = {
  load: ({ api: { queryClient, trpc } }) =>
    queryClient.query({ ...trpc.market.dataSets.queryOptions(), staleTime: "static" }),
  show: ({ status }) => <DataSets status={status} />,
};

const stored: Section = {
  load: ({ api: { queryClient, trpc } }) =>
    queryClient.query({ ...trpc.market.storedSets.queryOptions(), staleTime: "static" }),
  show: () => <StoredSets />,
};

/** What there is to download. */
export const downloads: Screen<Subject> = {
  subject: wholeMarket(TITLE),
  header: { title: TITLE, description: DESCRIPTION, actions: freshness.show },
  sections: [sets, stored],
  head: () => ({ title: TITLE, description: DESCRIPTION }),
};
