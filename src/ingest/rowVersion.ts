import { type MarketStore, readSetting } from "#stores";
import { writeSetting } from "./settings";

const SETTING = "row_version";

/**
 * A number for the `version` column of rows about to be written: greater than every number handed out before,
 * in this process or an earlier one, even where the machine's clock was set back. Microseconds since 1970
 * otherwise, so that it can be read as a time; exact as a double until the year 2255.
 */
export async function nextRowVersion(store: MarketStore): Promise<number> {
  const last = Number((await readSetting(store, SETTING)) ?? 0);
  const version = Math.max(Date.now() * 1000, last + 1);
  await writeSetting(store, { name: SETTING, value: String(version), version });
  return version;
}
