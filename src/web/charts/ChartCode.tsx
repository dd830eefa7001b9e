import { Dialog } from "../ui/overlays/Dialog";
import { CodeTabs } from "./CodeTabs";
import type { ChartRequest } from "./files/codeSamples";

export interface ChartCodeProps {
  title: string;
  request: ChartRequest;
  onClose: () => void;
}

/** Code samples for the request of a chart. */
export function ChartCode({ title, request, onClose }: ChartCodeProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="xl"
      title="Use in code"
      description={title}
    >
      <CodeTabs request={request} />
    </Dialog>
  );
}
