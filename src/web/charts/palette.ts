/**
 * The colours of charts. In pages they are CSS variables (`chartTokens.css`), so that a change of theme needs no
 * redraw; in pictures that leave the page they are written out.
 */
export interface ChartInk {
  /** One colour per slot. */
  palette: readonly string[];
  /** Of everything that is not drawn by itself. */
  others: string;
  axis: string;
  grid: string;
  /** Titles and legends. */
  text: string;
  crosshair: string;
  surface: string;
  font: string;
}

export const SLOTS = 12;

export const pageInk: ChartInk = {
  palette: Array.from({ length: SLOTS }, (_, slot) => `var(--chart-${slot + 1})`),
  others: "var(--chart-others)",
  axis: "var(--chart-axis)",
  grid: "var(--chart-grid)",
  text: "var(--chart-text)",
  crosshair: "var(--chart-crosshair)",
  surface: "var(--chart-surface)",
  font: "var(--font-sans)",
};

const PICTURE_FONT = "Inter, ui-sans-serif, system-ui, sans-serif";

/** For pictures rendered without a page. */
export const lightInk: ChartInk = {
  palette: [
    "#5750d7",
    "#f8b601",
    "#638673",
    "#d98019",
    "#758bff",
    "#42d0ff",
    "#7d496c",
    "#a0c398",
    "#bc8db9",
    "#473626",
    "#2d3287",
    "#476101",
  ],
  others: "#a9b1bd",
  axis: "#616b7b",
  grid: "#e2e6ec",
  text: "#0f141c",
  crosshair: "#4b5565",
  surface: "#ffffff",
  font: PICTURE_FONT,
};

export const darkInk: ChartInk = {
  palette: [
    "#6682fc",
    "#eba610",
    "#56d0a2",
    "#e3630e",
    "#b2b9fe",
    "#92effb",
    "#9c3776",
    "#e9e581",
    "#c482c0",
    "#6f5b1e",
    "#3067b0",
    "#748778",
  ],
  others: "#566070",
  axis: "#8b96a6",
  grid: "#212835",
  text: "#e9edf3",
  crosshair: "#aab4c2",
  surface: "#10141b",
  font: PICTURE_FONT,
};
