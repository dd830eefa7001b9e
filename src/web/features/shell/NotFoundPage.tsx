import { Link } from "@tanstack/react-router";
import { MapPinOff } from "lucide-react";
import { useHydrationMark } from "../../hydration/useHydrated";
import { buttonClass } from "../../ui/controls/Button";
import { EmptyState } from "../../ui/display/EmptyState";
import { NotFoundSearch } from "./NotFoundSearch";

/** Page for an unknown URL, with the reason that the route states. */
export function NotFoundPage({ data }: { data?: unknown }) {
  useHydrationMark("page");
  return (
    <div className="py-12">
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        icon={<MapPinOff strokeWidth={1.5} />}
        title="There is no page at this address"
        actions={
          <Link to="/" className={buttonClass({ variant: "primary" })}>
            Market overview
          </Link>
        }
      >
        {typeof data === "string"
          ? data
          : "It may have been moved or removed, or the address may be mistyped."}
        <NotFoundSearch />
      </EmptyState>
    </div>
  );
}
