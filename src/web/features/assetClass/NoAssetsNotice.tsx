import { Info } from "lucide-react";

/** States that the catalog has no asset of this class. */
export const NoAssetsNotice = () => (
  <p className="mb-4 flex items-start gap-2 rounded-lg border bg-surface px-4 py-2 text-md">
    <Info aria-hidden="true" className="mt-1 size-3.5 shrink-0" />
    The catalogue has no assets in this class.
  </p>
);
