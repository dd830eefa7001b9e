import type { ReactNode } from "react";
import type { ResourceRow } from "#domain/api";
import { entityTypes, kindListedBy } from "#domain/resources";
import { type ColoredGroup, groupColor, inkFor } from "../../../charts/color/groupColor";
import { pageInk } from "../../../charts/color/palette";
import { textOf } from "../../../format/textOf";

/** The colour of a group in every chart. Decorative, next to its name. */
export const ColorDot = ({ of }: { of: ColoredGroup }) => (
  <span
    aria-hidden="true"
    className="inline-block size-2.5 shrink-0 rounded-full"
    style={{ backgroundColor: inkFor(groupColor(of), pageInk) }}
  />
);

/** The chart colour of each row; nothing for resources that are not groups of any chart. */
export function rowDots(resource: string): (row: ResourceRow) => ReactNode {
  const kind = kindListedBy(resource);
  const type = entityTypes.find((one) => one === kind);
  // Tokens have the colours of their networks.
  if (type === undefined || type === "token") return () => null;
  return ({ id, slug, name, color_hex }) =>
    ColorDot({ of: { type, id, slug: textOf(slug), name: textOf(name) ?? "", color: textOf(color_hex) } });
}

/** The chart colour of one row. For a table, use `rowDots`. */
export const RowDot = ({ resource, row }: { resource: string; row: ResourceRow }) => rowDots(resource)(row);
