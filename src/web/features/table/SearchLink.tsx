import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { TableSearch } from "./tableSearch";

export interface SearchLinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** What changes in the address; undefined takes a part out. */
  patch: TableSearch;
}

/** A link to this page in another state of its table. The rest of the address stays. */
export const SearchLink = ({ patch, ...rest }: SearchLinkProps) => (
  <Link
    to="."
    search={(previous: Record<string, unknown>) => ({ ...previous, ...patch })}
    resetScroll={false}
    preload={false}
    {...rest}
  />
);
