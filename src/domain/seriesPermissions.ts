import { totalsPermissions } from "./accessMatrix";
import type { Permission } from "./permissions";
import { resourceByName } from "./resources/catalogue";
import type { SplitResource } from "./resources/splits";

/** What series of a resource need, all of it: what its rows do, and of what is totalled what its series do. */
export const seriesPermissions = (resource: SplitResource): readonly Permission[] => [
  resourceByName(resource)?.permission ?? "public",
  ...(resource === "assets" || resource === "tokens" ? [totalsPermissions[resource].series] : []),
];
