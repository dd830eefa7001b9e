/** Alternative paths and the screens to which they lead. */
import { pagePath } from "./accessMatrix";
import { hasScreen, type Screen, screenGroups, screens } from "./screens";

/** The screen's own path; if this release lacks the screen, that of the first screen of its group. */
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
 * The own path for an alias; null for a path that is not an alias. Paths below the alias of a list lead to
 * the profile of that name, whether or not it exists; pages of other screens are below an alias that equals
 * its own screen, such as `/admin`.
 */
export function pathOfAlias(path: string): string | null {
  const requestedPath = pagePath(path);
  const whole = targets.get(requestedPath);
  if (whole !== undefined) return whole;
  const end = requestedPath.lastIndexOf("/");
  const alias = requestedPath.slice(0, end);
  const list = targets.get(alias);
  if (list === undefined || list.startsWith(`${alias}/`) || !hasScreen(`${list}/:slug`)) return null;
  return `${list}/${encodeURIComponent(requestedPath.slice(end + 1))}`;
}
