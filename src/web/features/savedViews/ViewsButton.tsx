import { Bookmark } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { hasSavedViews } from "#domain";
import { Button } from "../../ui/controls/Button";
import { useShownPath } from "../../ui/controls/useShownPath";
import { Spinner } from "../../ui/display/Spinner";
import { Popover } from "../../ui/overlays/Popover";
import { useCaller } from "../people/session/useCaller";

const ViewsPanel = lazy(() => import("./ViewsPanel").then((module) => ({ default: module.ViewsPanel })));

/** Opens the saved views of the page. Hidden for visitors without an account and on profiles. */
export function ViewsButton() {
  const [open, setOpen] = useState(false);
  const path = useShownPath();
  const isSignedIn = useCaller().id !== "";
  if (!isSignedIn || !hasSavedViews(path)) return null;
  return (
    <Popover
      title="Saved views"
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" className="js-only">
          <Bookmark aria-hidden="true" className="size-3.5" />
          Views
        </Button>
      }
    >
      <Suspense fallback={<Spinner />}>
        <ViewsPanel path={path} onOpened={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
