import { describe } from "vitest";
import { describeAdministration } from "../support/administrationSuite";
import { openPeopleSite } from "../support/peopleSite";
import { describePeople, siteOn } from "../support/peopleSuite";
import { POSTGRES_MISSING, postgresBinaries, startPostgres } from "../support/postgres";

const absent = postgresBinaries() === null;

describe.skipIf(absent)(`people, on a PostgreSQL server${absent ? ` (${POSTGRES_MISSING})` : ""}`, () =>
  describePeople(async () => {
    const server = await startPostgres();
    const { site, close } = await siteOn(server.url);
    return {
      site,
      close: async () => {
        await close();
        await server.stop();
      },
    };
  }, "of the store"),
);

describe.skipIf(absent)(
  `administration, on a PostgreSQL server${absent ? ` (${POSTGRES_MISSING})` : ""}`,
  () =>
    describeAdministration(async () => {
      const server = await startPostgres();
      const site = await openPeopleSite({ databaseUrl: server.url });
      return {
        ...site,
        close: async () => {
          await site.close();
          await server.stop();
        },
      };
    }),
);
