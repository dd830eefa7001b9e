import { useQuery } from "@tanstack/react-query";
import { Link, useRouteContext, useRouter, useRouterState } from "@tanstack/react-router";
import clsx from "clsx";
import { FlaskConical } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { MarketFreshness } from "#domain/api";
import { footerScreens, shownMenu } from "#domain/screens";
import type { SiteLinks } from "#domain/site";
import type { FeatureFlags } from "#domain/vocabulary";
import { formatDataVersion } from "../../format/formatDataVersion";
import { formatDate, formatInstant } from "../../format/formatDate";
import { useTrpc } from "../../rpc/useTrpc";
import { useShownPath } from "../../ui/controls/useShownPath";
import { Breadcrumbs } from "../../ui/display/Breadcrumbs";
import { whenToastsNeeded } from "../../ui/toasts/toastNeed";
import { UserMenu } from "../people/menu/UserMenu";
import { PeopleLayer } from "../people/PeopleLayer";
import { useCaller } from "../people/session/useCaller";
import { SearchButton } from "../search/SearchButton";
import { Logo } from "./Logo";
import { MobileMenu } from "./MobileMenu";
import { NavMenu } from "./NavMenu";
import { pageCrumbs } from "./pageCrumbs";
import { ThemeSwitch } from "./ThemeSwitch";
import { usePageOption } from "./usePageOption";

const footerLink = "inline-block min-h-6 content-center underline hover:text-ink";

const pages = [
  { name: "terms", label: "Terms" },
  { name: "privacy", label: "Privacy" },
  { name: "imprint", label: "Imprint" },
] as const;

/** The operator's terms, privacy policy, imprint and contact address; renders nothing if none is set. */
export function SiteLinkList({ links }: { links: SiteLinks }) {
  const shown: { label: string; href: string }[] = pages.flatMap(({ name, label }) => {
    const href = links[name];
    return href === null ? [] : [{ label, href }];
  });
  if (links.contact !== null) shown.push({ label: "Contact", href: `mailto:${links.contact}` });
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Legal and contact" className="no-print w-full">
      <ul className="flex flex-wrap gap-x-4">
        {shown.map(({ label, href }) => (
          <li key={label}>
            <a href={href} className={footerLink}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shown on every page while any figure may come from sample data. */
const SampleBanner = ({
  progress,
  hasReal,
}: {
  /** 0 to 1 while the sample data is being generated. */
  progress: number | null;
  /** True if there are real figures too; charts then mark the sample ones. */
  hasReal: boolean;
}) => (
  <section
    aria-label="Sample data"
    className="flex items-start gap-2 border-b bg-caution-soft px-4 py-1.5 text-caution text-sm lg:px-6"
  >
    <FlaskConical aria-hidden="true" className="mt-px size-3.5 shrink-0" />
    <p>
      <strong className="font-semibold">Sample data:</strong>{" "}
      {hasReal
        ? "assets without imported data show generated figures that do not describe a real market. Charts containing them are marked."
        : "figures are generated for demonstration and do not describe a real market."}
      {progress !== null && progress < 1 && ` Generating: ${Math.floor(progress * 100)}%.`}
    </p>
  </section>
);

/**
 * Emulates page loads for router navigation: announces the title to screen readers, and applies the typeface.
 */
function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        setTitle(document.title);
        void import("./adoptTypeface");
      }),
    [router],
  );
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/** A progress bar at the top while the next page loads; hidden for fast pages. */
function NavigationProgress() {
  const loading = useRouterState({ select: (state) => state.status === "pending" });
  return (
    <div
      aria-hidden="true"
      className={clsx(
        "no-print pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent transition-[scale,opacity] ease-out",
        loading ? "scale-x-90 opacity-100 delay-150 duration-1000" : "scale-x-0 opacity-0 duration-150",
      )}
    />
  );
}

interface FooterProps {
  brand: string;
  links: SiteLinks;
  /** Undefined while unknown. */
  status: MarketFreshness | undefined;
}

/** Freshness and disclaimer of the figures, and links to pages outside the menu. */
function Footer({ brand, links, status }: FooterProps) {
  const latest = status?.updated_at;
  return (
    <footer className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t px-4 py-3 text-faint text-sm lg:px-6">
      <p>
        {status?.as_of ? (
          <>
            Data as of <time dateTime={status.as_of}>{formatDate(status.as_of)}</time>
            {latest && (
              <>
                , updated <time dateTime={latest}>{formatInstant(latest)}</time>
              </>
            )}
            , version {formatDataVersion(status.data_version)}.
          </>
        ) : (
          "No data has been loaded yet."
        )}
      </p>
      <p>{brand} provides information, not investment advice.</p>
      <nav aria-label="More pages" className="no-print w-full">
        <ul className="flex flex-wrap gap-x-4">
          {footerScreens.map(({ path, label }) => (
            <li key={label}>
              <Link to={path ?? "/"} preload={false} className={footerLink}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/docs/$slug" params={{ slug: "measures" }} preload={false} className={footerLink}>
              Metrics
            </Link>
          </li>
        </ul>
      </nav>
      <SiteLinkList links={links} />
    </footer>
  );
}

/** The feature flags of the current user or visitor. */
const useFeatures = (): Readonly<FeatureFlags> => useCaller().features;

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
