import { classesQuery, DailyValues } from "../features/downloads/DailyValues";
import { DataSetTable } from "../features/downloads/DataSetTable";
import type { Screen } from "./frame/screen";
import type { Section } from "./frame/section";
import type { Subject } from "./frame/subject";
import { wholeMarket } from "./frame/subjects";
import { freshness } from "./sections/provenance";

const TITLE = "Downloads";
const DESCRIPTION = "Every data set as a file, with its contents, rows, version and the access it needs.";

const dailyValues: Section = {
  load: ({ api: { queryClient, trpc } }) =>
    queryClient.query({
      ...trpc.market.aggregates.queryOptions({ resource: "tokens", query: classesQuery }),
      staleTime: "static",
    }),
  show: () => <DailyValues />,
};

const sets: Section = {
  load: ({ api: { queryClient, trpc } }) =>
    Promise.all([
      queryClient.query({ ...trpc.market.dataSets.queryOptions(), staleTime: "static" }),
      queryClient.query({ ...trpc.market.storedSets.queryOptions(), staleTime: "static" }),
    ]),
  show: ({ status }) => <DataSetTable status={status} />,
};

/** The available downloads. */
export const downloads: Screen<Subject> = {
  isUndated: true,
  subject: wholeMarket(TITLE),
  header: { title: TITLE, description: DESCRIPTION, actions: freshness.show },
  sections: [dailyValues, sets],
  head: () => ({ title: TITLE, description: DESCRIPTION }),
};
