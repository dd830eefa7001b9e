import { entityTypes, kindListedBy, type ResourceRow } from "#domain";
import { textOf } from "../../format/textOf";
import { ColorDot } from "./ColorDot";

/** The colour of a row in charts; nothing for rows of resources that are no groups of any chart. */
export function RowDot({ resource, row }: { resource: string; row: ResourceRow }) {
  const kind = kindListedBy(resource);
  const type = entityTypes.find((one) => one === kind);
  // Tokens are told apart by their networks, not by colours of their own.
  if (type === undefined || type === "token") return null;
  const { id, slug, name, color_hex } = row;
  return (
    <ColorDot of={{ type, id, slug: textOf(slug), name: textOf(name) ?? "", color: textOf(color_hex) }} />
  );
}
