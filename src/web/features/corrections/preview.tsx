/** Parts of a preview: what a correction would change, computed on request and shown below the form. */
import { type RefObject, useEffect, useRef } from "react";
import { Card } from "../../ui/display/Card";
import { Skeleton } from "../../ui/display/Skeleton";

/** What is confirmed must be what is stored: a preview is computed again whenever it is opened. */
export const previewOptions = { staleTime: 0, gcTime: 0, retry: false } as const;

/** Ref of a region that takes the focus once its preview, or the error, is there. */
export function usePreviewFocus(isReady: boolean): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null);
  // Effect: the result appears below the button that was pressed.
  useEffect(() => {
    if (isReady) region.current?.focus();
  }, [isReady]);
  return region;
}

/** A preview that is being computed. */
export const PreviewLoading = ({ text }: { text: string }) => (
  <Card title="What would change">
    <p role="status" className="mb-2 text-muted text-sm">
      {text}
    </p>
    <Skeleton className="h-40 w-full" />
  </Card>
);
