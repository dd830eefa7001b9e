import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Bell } from "lucide-react";
import type { SubjectType } from "#domain";
import { buttonClass } from "../../ui/controls/Button";
import { useCaller } from "../people/session/useCaller";

export interface WatchFigureLinkProps {
  type: SubjectType;
  /** Id of an entity. */
  id: number;
  /** Slug of the metric; omitted if the reader chooses one. */
  metric?: string;
}

/** Links to the prefilled form of a new watch. Renders nothing for visitors without an account. */
export function WatchFigureLink({ type, id, metric }: WatchFigureLinkProps) {
  if (useCaller().id === "") return null;
  return (
    <Link
      to="/settings/watches"
      search={{ type, ...(type !== "catalog" && { id }), ...(metric !== undefined && { metric }) }}
      preload={false}
      className={clsx("no-print", buttonClass({ size: "sm" }))}
    >
      <Bell aria-hidden="true" className="size-3.5" />
      {metric === undefined ? "New watch" : "Watch this figure"}
    </Link>
  );
}
