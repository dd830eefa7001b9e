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
      description: "What went wrong while signing in and what to do next.",
    }),
  component: () => <AuthErrorPage error={Route.useSearch().error} />,
});
