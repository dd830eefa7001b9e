/** Paths that readers know from elsewhere: which screen each leads to. */
import { pagePath } from "./pagePath";
import { hasScreen, type Screen, screenGroups, screens } from "./screens";

/** The screen's own path; where this release lacks the screen, that of the first screen of its group. */
function targetOf(screen: Screen): string | null {
  if (screen.path === null || !screen.planned) return screen.path;
  const group = screenGroups.find((one) => one.screens.includes(screen));
  return group?.screens.find(({ path, planned }) => path !== null && !planned)?.path ?? null;
}

const targets: ReadonlyMap<string, string> = new Map(
  screens.flatMap((screen) => {
    const target = targetOf(screen);
    return target === null ? [] : screen.aliases.map((alias) => [alias, target] as const);
  }),
);

/**
 * The path of ours that an alias leads to; null for a path that is none. What stands below the alias of a list
 * leads to the profile of that name, whether or not there is one; below an alias that holds its own screen, such as
 * `/admin`, stand the pages of other screens.
 */
export function pathOfAlias(path: string): string | null {
  const asked = pagePath(path);
  const whole = targets.get(asked);
  if (whole !== undefined) return whole;
  const end = asked.lastIndexOf("/");
  const alias = asked.slice(0, end);
  const list = targets.get(alias);
  if (list === undefined || list.startsWith(`${alias}/`) || !hasScreen(`${list}/:slug`)) return null;
  return `${list}/${encodeURIComponent(asked.slice(end + 1))}`;
}
