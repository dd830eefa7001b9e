import { Link } from "@tanstack/react-router";
import { explorerFamilies } from "#domain";
import { LinkPicker } from "../../ui/controls/LinkPicker";

const everyPage = explorerFamilies.flatMap(({ pages }) => pages);

/** Links to the other endpoints. Endpoints with two paths are listed once. */
export function EndpointLinks({ path }: { path: string }) {
  const here = everyPage.find((page) => page.path === path);
  const shown = new Map(everyPage.toReversed().map((page) => [page.requestPath, page]));
  if (here !== undefined) shown.set(here.requestPath, here);
  const pages = everyPage.filter((page) => shown.get(page.requestPath) === page);
  return (
    <nav aria-label="Endpoints" className="flex flex-wrap gap-2">
      <LinkPicker
        label="Endpoint"
        value={path}
        choices={pages.map((page) => ({
          value: page.path,
          label: page.requestPath.replace("/api/v4", "").replace("/api", ""),
          link: <Link to={page.path} />,
        }))}
      />
    </nav>
  );
}
