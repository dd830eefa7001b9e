import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { AuthErrorPage } from "../features/people/signIn/AuthErrorPage";
import { pageMeta } from "../features/shell/pageMeta";

const search = v.object({ error: v.fallback(v.optional(v.string()), undefined) });

export const Route = createFileRoute("/auth/error")({
  validateSearch: (raw) => v.parse(search, raw),
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Sign-in Error",
      description: "What to do after a failed sign-in.",
    }),
  component: () => <AuthErrorPage error={Route.useSearch().error} />,
});
