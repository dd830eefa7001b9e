/** Platforms that have a page of their own making. */
const ownPages: Readonly<Record<string, string>> = {
  "wormhole-bridge": "/wormhole",
  "broadridge-dlr": "/broadridge-dlr",
};

/** The path of an entity's page, by the name of its resource or of the reference to it; null where there is none. */
export function entityPath(kind: string, slug: string): string | null {
  switch (kind) {
    case "assets":
    case "asset":
      return `/assets/${slug}`;
    case "networks":
    case "network":
      return `/networks/${slug}`;
    case "platforms":
    case "platform":
    case "protocol":
      return ownPages[slug] ?? `/platforms/${slug}`;
    case "issuers":
    case "issuer":
      return `/issuers/${slug}`;
    case "managers":
    case "manager":
      return `/managers/${slug}`;
    case "asset_classes":
    case "asset_class":
      return `/${slug}`;
    default:
      return null;
  }
}
