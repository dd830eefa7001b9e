import { Menu } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ShownMenuGroup } from "#domain/screens";
import { buttonClass } from "../../ui/controls/Button";
import { NavMenu } from "./NavMenu";
import { ThemeSwitch } from "./ThemeSwitch";

const Drawer = lazy(() => import("../../ui/overlays/Drawer").then((module) => ({ default: module.Drawer })));

/**
 * The menu on narrow screens: a button that opens a drawer from the left. The drawer's code loads on demand.
 */
export function MobileMenu({ groups }: { groups: readonly ShownMenuGroup[] }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => setWanted(true)}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className={`js-only lg:hidden ${buttonClass({ variant: "secondary", square: true })}`}
      >
        <Menu aria-hidden="true" className="size-4" />
      </button>
      {wanted && (
        <Suspense>
          <Drawer title="Menu" side="left" open={open} onOpenChange={setOpen}>
            <NavMenu groups={groups} onFollow={() => setOpen(false)} />
            <div className="flex items-center justify-between border-t px-4 py-3 text-md text-muted sm:hidden">
              Theme
              <ThemeSwitch />
            </div>
          </Drawer>
        </Suspense>
      )}
    </>
  );
}
