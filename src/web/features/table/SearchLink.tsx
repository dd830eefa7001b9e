import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { patched, type TableSearch } from "./tableSearch";

export interface SearchLinkProps<Search extends object> extends Omit<ComponentProps<"a">, "href"> {
  /** What changes in the address; undefined takes a part out. Other rows begin at their first page. */
  patch: Search;
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
    search={(previous: Record<string, unknown>) => patched(previous, patch)}
    resetScroll={false}
    preload={false}
    {...rest}
  />
);
