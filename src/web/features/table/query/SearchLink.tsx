import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { type Patch, patched, type TableSearch } from "./tableSearch";

export interface SearchLinkProps<Search extends object> extends Omit<ComponentProps<"a">, "href"> {
  /** Other rows begin at their first page. */
  patch: Patch<Search>;
  /** Anchor of the page that comes into view. */
  hash?: string;
  /** Whether it leads nowhere now. It keeps its place and the focus. */
  disabled?: boolean;
}

/** A link to this page in another state. The rest of the address stays. */
export const SearchLink = <Search extends object = TableSearch>({
  patch,
  ...rest
}: SearchLinkProps<Search>) => (
  <Link
    to="."
    // It is on a page whose address is read as this.
    search={(asked: object) => patched(asked as Search, patch)}
    resetScroll={false}
    preload={false}
    {...rest}
  />
);
