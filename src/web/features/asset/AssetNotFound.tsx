import * as v from "valibot";
import { cutText } from "#domain/text";
import { useHydrationMark } from "../../hydration/useHydrated";
import { pageLink } from "../shell/followPageLinks";
import { NotFoundSearch } from "../shell/NotFoundSearch";

const dataSchema = v.object({
  slug: v.string(),
  /** True if the suggestions resemble the slug; false if they are the largest assets. */
  areSimilar: v.boolean(),
  suggestions: v.array(v.object({ slug: v.string(), name: v.string(), ticker: v.string() })),
});

/** Page for an unknown asset slug, with suggestions. */
export function AssetNotFound({ data }: { data: unknown }) {
  useHydrationMark("page");
  const known = v.safeParse(dataSchema, data);
  const { slug, areSimilar, suggestions } = known.success
    ? known.output
    : { slug: null, areSimilar: false, suggestions: [] };
  return (
    <div className="mx-auto max-w-prose py-12">
      <h1 className="font-semibold text-2xl tracking-tight">Asset not found</h1>
      <p className="mt-1 text-md text-muted">
        {slug === null ? "There is no asset at this address." : <>No asset is known as “{slug}”.</>} It may
        have been renamed, or the address may be mistyped.
      </p>
      <NotFoundSearch words={slug === null ? undefined : cutText(slug.replaceAll("-", " "), 200)} />
      {suggestions.length > 0 && (
        <>
          <h2 className="mt-6 mb-2 font-semibold text-base">
            {areSimilar ? "Did you mean one of these?" : "Largest assets"}
          </h2>
          <ul className="flex flex-col gap-1 text-md">
            {suggestions.map((asset) => (
              <li key={asset.slug} className="flex items-baseline gap-2">
                <a href={`/assets/${asset.slug}`} className={`${pageLink} font-medium text-accent`}>
                  {asset.name}
                </a>
                <span className="text-faint">{asset.ticker}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
