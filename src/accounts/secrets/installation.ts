import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";

const { installation } = peopleTables;

/**
 * The secret for hashing sign-in codes and signing request tokens. Created at the first start and stored in
 * the people store, so that all processes of an installation share it.
 */
export async function installationSecret({ db }: Pick<PeopleStore, "db">): Promise<string> {
  await db
    .insert(installation)
    .values({ name: "auth_secret", value: randomBytes(32).toString("hex") })
    .onConflictDoNothing();
  const [row] = await db.select().from(installation).where(eq(installation.name, "auth_secret"));
  if (row === undefined) throw new Error("the installation's secret was not stored");
  return row.value;
}
