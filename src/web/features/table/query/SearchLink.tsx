import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { type Patch, patched, type TableSearch } from "./tableSearch";

export interface SearchLinkProps<Search extends object> extends Omit<ComponentProps<"a">, "href"> {
  /** A change of the rows resets the page. */
  patch: Patch<Search>;
  /** Anchor to scroll to. */
  hash?: string;
  /** True to disable the link. It keeps its position and the focus. */
  disabled?: boolean;
}

/** A link to another state of this page. Other search parameters are kept. */
export const SearchLink = <Search extends object = TableSearch>({
  patch,
  ...rest
}: SearchLinkProps<Search>) => (
  <Link
    to="."
    // The search parameters of this page have this type.
    search={(current: object) => patched(current as Search, patch)}
    resetScroll={false}
    preload={false}
    {...rest}
  />
);
