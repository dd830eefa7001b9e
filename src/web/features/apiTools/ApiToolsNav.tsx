import { Link } from "@tanstack/react-router";
import clsx from "clsx";

const tabs: readonly {
  to: string;
  label: "API keys" | "Explorer" | "Visualization" | "Spreadsheets" | "Documentation";
}[] = [
  { to: "/tools/api/api-keys", label: "API keys" },
  { to: "/tools/api/v4/platforms", label: "Explorer" },
  { to: "/developer/visualization", label: "Visualization" },
  { to: "/tools/api/spreadsheets", label: "Spreadsheets" },
  { to: "/docs", label: "Documentation" },
];

const tabClass = "-mb-px whitespace-nowrap border-b-2 px-3 py-2 font-medium text-md";

/** Links between the API tools. */
export const ApiToolsNav = ({ current }: { current: (typeof tabs)[number]["label"] }) => (
  <nav aria-label="API tools" className="mb-5 flex flex-wrap border-b">
    {tabs.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        aria-current={label === current ? "page" : undefined}
        className={clsx(
          tabClass,
          label === current ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
        )}
      >
        {label}
      </Link>
    ))}
  </nav>
);
