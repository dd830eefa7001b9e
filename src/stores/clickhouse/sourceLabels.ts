import type { StatementReader } from "./marketStore";
import { readSetting } from "./readSetting";

export const SOURCE_LABELS_SETTING = "source_labels";

/** Labels of sources for readers, by name of the source. */
export async function readSourceLabels(store: StatementReader): Promise<Readonly<Record<string, string>>> {
  const value = await readSetting(store, SOURCE_LABELS_SETTING);
  return value === null ? {} : (JSON.parse(value) as Record<string, string>);
}
