import { useRouter } from "@tanstack/react-router";
import CiteDialog, { type CiteDialogProps } from "./CiteDialog";

export interface CitedChartProps extends Pick<CiteDialogProps, "title" | "date" | "isOfFacts" | "onClose"> {
  /** Anchor of the chart. */
  id: string;
}

/** How to cite a chart whose view is the URL of its page. */
export default function CitedChart({ id, ...dialog }: CitedChartProps) {
  const { pathname, searchStr } = useRouter().state.location;
  const url = new URL(pathname + searchStr, "https://page.invalid");
  url.searchParams.delete("embed");
  return <CiteDialog {...dialog} subject="chart" path={`${url.pathname}${url.search}#${id}`} />;
}
