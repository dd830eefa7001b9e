import type { ReactNode } from "react";
import { entityTypes, kindListedBy, type ResourceRow } from "#domain";
import { textOf } from "../../../format/textOf";
import { ColorDot } from "./ColorDot";

/** The colour of each row in charts; nothing for rows of resources that are no groups of any chart. */
export function rowDots(resource: string): (row: ResourceRow) => ReactNode {
  const kind = kindListedBy(resource);
  const type = entityTypes.find((one) => one === kind);
  // Tokens are told apart by their networks, not by colours of their own.
  if (type === undefined || type === "token") return () => null;
  return ({ id, slug, name, color_hex }) =>
    ColorDot({ of: { type, id, slug: textOf(slug), name: textOf(name) ?? "", color: textOf(color_hex) } });
}

/** The colour of one row in charts. For a table, `rowDots`. */
export const RowDot = ({ resource, row }: { resource: string; row: ResourceRow }) => rowDots(resource)(row);
