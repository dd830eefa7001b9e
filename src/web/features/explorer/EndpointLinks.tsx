import { Link } from "@tanstack/react-router";
import { explorerFamilies } from "#domain";
import { LinkPicker } from "../../ui/LinkPicker";

/** Leads to the pages of the other endpoints. */
export const EndpointLinks = ({ path }: { path: string }) => (
  <nav aria-label="Endpoints" className="flex flex-wrap gap-2">
    {explorerFamilies.map(({ base, label, pages }) => (
      <LinkPicker
        key={base}
        label={label}
        value={path}
        choices={pages.map((page) => ({
          value: page.path,
          label: page.name,
          link: <Link to={page.path} />,
        }))}
      />
    ))}
  </nav>
);
