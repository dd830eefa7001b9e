import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { recordTypes } from "#domain";

const tabClass = "-mb-px whitespace-nowrap border-b-2 px-3 py-2 font-medium text-md";

const people: readonly string[] = ["users", "organizations", "audit_log", "contact_requests"];

/** What the menu lists in words of its own, people first. */
const tabs = [
  ...recordTypes.filter(({ name }) => people.includes(name)),
  { path: "/admin/data", label: "Data" },
  ...recordTypes.filter(({ name }) => !people.includes(name)),
  { path: "/admin/api_access_check", label: "Check API access" },
];

/** The lists of an administrator, on each of them. */
export const RecordTabs = () => (
  <nav aria-label="Administration" className="mb-4 flex flex-wrap border-b">
    {tabs.map(({ path, label }) => (
      <Link
        key={path}
        to={path}
        search={{}}
        activeOptions={{ exact: true, includeSearch: false }}
        className={tabClass}
        activeProps={{ className: clsx(tabClass, "border-accent text-ink") }}
        inactiveProps={{ className: clsx(tabClass, "border-transparent text-muted hover:text-ink") }}
      >
        {label}
      </Link>
    ))}
  </nav>
);
