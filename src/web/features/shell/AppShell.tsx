import { useQuery } from "@tanstack/react-query";
import { Link, useRouteContext } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { shownMenu } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { useShownPath } from "../../ui/controls/useShownPath";
import { Breadcrumbs } from "../../ui/display/Breadcrumbs";
import { whenToastsNeeded } from "../../ui/toasts/toastNeed";
import { UserMenu } from "../people/menu/UserMenu";
import { PeopleLayer } from "../people/PeopleLayer";
import { useCaller } from "../people/session/useCaller";
import { useFeatures } from "../people/session/useFeatures";
import { SearchButton } from "../search/SearchButton";
import { Footer } from "./Footer";
import { Logo } from "./Logo";
import { MobileMenu } from "./MobileMenu";
import { NavigationProgress } from "./NavigationProgress";
import { NavMenu } from "./NavMenu";
import { pageCrumbs } from "./pageCrumbs";
import { RouteAnnouncer } from "./RouteAnnouncer";
import { SampleBanner } from "./SampleBanner";
import { SiteLinkList } from "./SiteLinkList";
import { ThemeSwitch } from "./ThemeSwitch";
import { usePageOption } from "./usePageOption";

const MAIN = "main";

const ToastViewport = lazy(() =>
  import("../../ui/toasts/ToastViewport").then((module) => ({ default: module.ToastViewport })),
);

/** Loads the code of toasts when the first one is shown, because most pages show none. */
function Toasts() {
  const [ready, setReady] = useState(false);
  useEffect(() => whenToastsNeeded(() => setReady(true)), []);
  return (
    ready && (
      <Suspense>
        <ToastViewport />
      </Suspense>
    )
  );
}

/** The layout of every page: menu, top bar, banners, content, footer, toasts. */
export function AppShell({ children }: { children: ReactNode }) {
  const { brand, requiresSignIn, hiddenPaths, links } = useRouteContext({
    from: "__root__",
    select: (context) => context.site,
  });
  const features = useFeatures();
  // On a private installation, visitors without an account can only open the sign-in pages.
  const isClosed = useCaller().id === "" && requiresSignIn;
  const { data: status } = useQuery({ ...useTrpc().market.status.queryOptions(), enabled: !isClosed });
  const groups = isClosed ? [] : shownMenu(features, hiddenPaths, links.researchBlog);
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <a
        href={`#${MAIN}`}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-accent-fill focus:px-3 focus:py-2 focus:text-on-fill"
      >
        Skip to content
      </a>
      <aside className="no-print slim-scroll shrink-0 border-r bg-surface max-lg:order-last max-lg:in-data-theme:hidden lg:sticky lg:top-0 lg:h-dvh lg:w-nav lg:overflow-y-auto">
        <Brand brand={brand} className="sticky top-0 z-10 h-topbar border-b bg-surface px-4 max-lg:hidden" />
        {!isClosed && <NavMenu groups={groups} />}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="no-print sticky top-0 z-20 flex h-topbar items-center gap-3 border-b bg-surface px-4 lg:px-6">
          {!isClosed && <MobileMenu groups={groups} />}
          <Brand brand={brand} className="lg:hidden" />
          <div className="min-w-0 flex-1 max-lg:hidden">
            <PageCrumbs groups={isClosed ? [] : shownMenu(features)} />
          </div>
          <div className="ml-auto flex items-center gap-2">
            {!isClosed && <SearchButton />}
            <div className="max-sm:hidden">
              <ThemeSwitch />
            </div>
            <UserMenu />
          </div>
        </header>
        {status?.has_sample && (
          <SampleBanner progress={status.sample_progress} hasReal={status.has_reported} />
        )}
        <main
          id={MAIN}
          tabIndex={-1}
          className="mx-auto w-full max-w-page flex-1 px-4 py-4 outline-none sm:py-5 lg:px-6"
        >
          {children}
        </main>
        {isClosed ? (
          <footer className="px-4 py-3 text-faint text-sm empty:hidden lg:px-6">
            <SiteLinkList links={links} />
          </footer>
        ) : (
          <Footer brand={brand} links={links} status={status} />
        )}
      </div>
      <Toasts />
      <PeopleLayer />
      <NavigationProgress />
      <RouteAnnouncer />
    </div>
  );
}

const Brand = ({ brand, className }: { brand: string; className: string }) => (
  <Link
    to="/"
    className={`flex min-h-6 items-center gap-2 font-semibold text-base tracking-tight ${className}`}
  >
    <Logo className="size-5" />
    {brand}
  </Link>
);

function PageCrumbs({ groups }: { groups: ReturnType<typeof shownMenu> }) {
  const pathname = useShownPath();
  const crumbs = pageCrumbs(groups, pathname, {
    name: usePageOption("crumb"),
    under: usePageOption("under"),
  });
  return crumbs.length > 0 ? <Breadcrumbs crumbs={crumbs} /> : null;
}
