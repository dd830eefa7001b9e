import type { Explanation } from "#domain/api";
import { formatExact } from "../../format/formatNumber";
import CiteDialog from "./CiteDialog";

export interface CitedFigureDialogProps {
  /** Subject of the page. */
  subject: string;
  explanation: Explanation;
  /** URL of the page, without its origin. */
  path: string;
  /** Fragment of the section that explains it. */
  anchor: string;
  onClose: () => void;
}

/** How to cite an explained figure. */
export default function CitedFigureDialog({
  subject,
  explanation: { measure, value, date },
  path,
  anchor,
  onClose,
}: CitedFigureDialogProps) {
  const url = new URL(path, "https://page.invalid");
  url.searchParams.set("explain", measure.slug);
  return (
    <CiteDialog
      subject="figure"
      title={`${subject}: ${measure.name}`}
      value={value === null ? "not available" : formatExact(value, measure.unit)}
      date={date}
      path={`${url.pathname}${url.search}#${anchor}`}
      onClose={onClose}
    />
  );
}
