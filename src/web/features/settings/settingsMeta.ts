import { settingsScreens } from "#domain/screens";
import type { PublicSite } from "#domain/site";
import { pageMeta } from "../shell/pageMeta";

/** Head of a settings page, with the title from the list of screens. */
export function settingsMeta(site: PublicSite, path: string, description: string) {
  const listed = settingsScreens.find((one) => one.path === path);
  if (listed === undefined) throw new Error(`There is no page of the settings at ${path}`);
  return pageMeta({ site, title: listed.label, description });
}
