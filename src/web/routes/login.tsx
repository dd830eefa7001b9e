import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { ownPath } from "../features/people/session/postAuthRedirect";
import { LoginPage } from "../features/people/signIn/LoginPage";
import { pageMeta } from "../features/shell/pageMeta";

const text = v.fallback(v.optional(v.string()), undefined);
const search = v.object({ error: text, callbackUrl: text });

export const Route = createFileRoute("/login")({
  validateSearch: (raw) => v.parse(search, raw),
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Sign In",
      description: "Sign in with a code sent to your email. There is no password.",
    }),
  component: Login,
});

function Login() {
  const { error, callbackUrl } = Route.useSearch();
  const origin = Route.useRouteContext({ select: (context) => context.site.origin });
  return <LoginPage error={error} returnTo={ownPath(callbackUrl, origin)} />;
}
