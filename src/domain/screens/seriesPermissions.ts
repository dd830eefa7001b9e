/** Apart from `permissions.ts`, which every page loads: the catalogue of resources would exceed the budget of scripts. */

import { resourceByName } from "../resources/catalogue";
import type { SplitResource } from "../resources/splits";
import type { Permission } from "../vocabulary/permissions";
import { totalsPermissions } from "./accessMatrix";

/** All permissions for the series of a resource: those of its rows, and for totals those of its series. */
export const seriesPermissions = (resource: SplitResource): readonly Permission[] => [
  resourceByName(resource)?.permission ?? "public",
  ...(resource === "assets" || resource === "tokens" ? [totalsPermissions[resource].series] : []),
];
