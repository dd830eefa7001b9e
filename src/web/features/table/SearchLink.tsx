import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { PageSearch } from "../chartView/pageSearch";

export interface SearchLinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** What changes in the address; undefined takes a part out. */
  patch: PageSearch;
}

/** A link to this page in another state. The rest of the address stays. */
export const SearchLink = ({ patch, ...rest }: SearchLinkProps) => (
  <Link
    to="."
    search={(previous: Record<string, unknown>) => ({ ...previous, ...patch })}
    resetScroll={false}
    preload={false}
    {...rest}
  />
);
