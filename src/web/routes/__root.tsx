import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { noop } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  type ParsedLocation,
  redirect,
  Scripts,
  useMatches,
  useRouter,
  useSearch,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isAnonymous, type User } from "#domain/people";
import { isPageOfSignIn, pagePermission } from "#domain/screens";
import type { Site } from "#domain/site";
import { accessTo } from "#domain/vocabulary";
import { PageGate } from "../features/people/PageGate";
import { loginAddress } from "../features/people/session/postAuthRedirect";
import { CallerProvider } from "../features/people/session/useCaller";
import { AppShell } from "../features/shell/AppShell";
import { DefaultError } from "../features/shell/DefaultError";
import { useFollowedLinks } from "../features/shell/followPageLinks";
import { NotFoundPage } from "../features/shell/NotFoundPage";
import { pageTitle } from "../features/shell/pageMeta";
import { themeScript } from "../features/shell/theme";
import { earlyClicksScript } from "../hydration/earlyClicks";
import { earlyFormsScript } from "../hydration/earlyForms";
import { layOutSectionsScript } from "../hydration/layOutSections";
import { useHydrationMark } from "../hydration/useHydrated";
import { failedPage } from "../rpc/apiError";
import type { RouterContext } from "../rpc/routerContext";
import appCss from "../styles/app.css?url";

/** Layout of an embedded chart, without the site's header and footer. */
const EmbedShell = ({ children }: { children: ReactNode }) => (
  <main className="min-h-dvh bg-surface p-3">{children}</main>
);

/**
 * Runs before a page loads: redirects visitors without an account to sign in if the page or the installation
 * requires it, and back afterwards. The server makes the same check; this one covers navigation in the
 * browser.
 */
function requirePage(
  location: ParsedLocation,
  { user, site }: { user: Pick<User, "id" | "features">; site: Pick<Site, "requiresSignIn"> },
): void {
  const isClosed = site.requiresSignIn && isAnonymous(user) && !isPageOfSignIn(location.pathname);
  if (!isClosed && accessTo(pagePermission(location.pathname), user) !== "sign_in") return;
  throw redirect({ href: loginAddress(location.href) });
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => {
    if (context.failure !== null) throw failedPage(context.failure);
    requirePage(location, context);
  },
  // The layout shows the freshness of the data. An error here does not fail the page.
  loader: ({ context: { queryClient, trpc, site, user } }) =>
    site.requiresSignIn && isAnonymous(user)
      ? undefined
      : queryClient.query({ ...trpc.market.status.queryOptions(), staleTime: "static" }).then(noop, noop),
  head: ({ match, matches }) => ({
    meta: [
      { charSet: "utf-8" },
      { name: "viewport", content: "width=device-width, initial-scale=1" },
      { name: "color-scheme", content: "light dark" },
      // Each page has its own title; an unknown URL has no page.
      {
        title:
          matches.length > 1 ? match.context.site.brand : pageTitle(match.context.site, "Page not found"),
      },
    ],
    links: [
      { rel: "preload", href: interLatin, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
      { rel: "stylesheet", href: appCss },
      { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
      { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
      { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
      { rel: "manifest", href: "/site.webmanifest" },
    ],
  }),
  shellComponent: Document,
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: (props) => (
    <main>
      <DefaultError {...props} />
    </main>
  ),
});

/** Embedded views have no layout; every other page has. */
function Root() {
  useFollowedLinks();
  const { embed } = useSearch({ strict: false });
  const isEmbeddable = useMatches({
    select: (matches) => matches.at(-1)?.staticData.isEmbeddable === true,
  });
  const Shell = embed === 1 && isEmbeddable ? EmbedShell : AppShell;
  return (
    <CallerProvider>
      <Shell>
        <PageGate>
          <Outlet />
        </PageGate>
      </Shell>
    </CallerProvider>
  );
}

/**
 * Inline scripts that run while the document is parsed: before the first paint, and before a form is
 * submitted, a button clicked or a section laid out. Only the server renders them.
 */
const earlyScripts = import.meta.env.SSR
  ? [themeScript, earlyFormsScript, earlyClicksScript, layOutSectionsScript]
  : ["", "", "", ""];

function Document({ children }: { children: ReactNode }) {
  const { ssr } = useRouter().options;
  useHydrationMark("frame");
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        {earlyScripts.map((script, index) => (
          <script
            // biome-ignore lint/suspicious/noArrayIndexKey: a constant list.
            key={index}
            nonce={ssr?.nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants.
            dangerouslySetInnerHTML={{ __html: script }}
          />
        ))}
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}
