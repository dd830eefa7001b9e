/**
 * The colours of charts. Pages use CSS variables (`chartTokens.css`), so that a theme change needs no redraw;
 * exported images use literal values.
 */
export interface ChartInk {
  /** The theme of its colours; `page` has both, and the browser selects one. */
  theme: ChartTheme | "page";
  /** One colour per slot. */
  palette: readonly string[];
  /** Colour of the combined others. */
  others: string;
  axis: string;
  grid: string;
  /** Titles and legends. */
  text: string;
  crosshair: string;
  /** Marks of incidents; other events have the colour of titles. */
  incident: string;
  surface: string;
  font: string;
}

export type ChartTheme = "light" | "dark";

/** Background of charts and tables in each theme. */
export const surfaces: Readonly<Record<ChartTheme, string>> = { light: "#ffffff", dark: "#10141b" };

/** Number of palette colours, for groups without their own. */
export const SLOTS = 24;

export const pageInk: ChartInk = {
  theme: "page",
  palette: Array.from({ length: SLOTS }, (_, slot) => `var(--chart-${slot + 1})`),
  others: "var(--chart-others)",
  axis: "var(--chart-axis)",
  grid: "var(--chart-grid)",
  text: "var(--chart-text)",
  crosshair: "var(--chart-crosshair)",
  incident: "var(--chart-incident)",
  surface: "var(--chart-surface)",
  font: "var(--font-sans)",
};

const PICTURE_FONT = "Inter, ui-sans-serif, system-ui, sans-serif";

/** For images rendered without a page. */
export const lightInk: ChartInk = {
  theme: "light",
  palette: [
    "#119d9d",
    "#650200",
    "#6a37bf",
    "#aa5f04",
    "#004f6a",
    "#b55ada",
    "#b0062d",
    "#041396",
    "#8c8e53",
    "#98617b",
    "#4c0e62",
    "#7c1a4b",
    "#296c52",
    "#3b5001",
    "#6a78fc",
    "#417c9d",
    "#cd2859",
    "#8c23a1",
    "#669c00",
    "#b47579",
    "#a30877",
    "#521e31",
    "#7b85ba",
    "#2a2077",
  ],
  others: "#858f9d",
  axis: "#616b7b",
  grid: "#e2e6ec",
  text: "#0f141c",
  crosshair: "#4b5565",
  incident: "#b3261e",
  surface: surfaces.light,
  font: PICTURE_FONT,
};

export const darkInk: ChartInk = {
  theme: "dark",
  palette: [
    "#0ab8b9",
    "#cc2a1b",
    "#7e4ed7",
    "#ffa659",
    "#397a97",
    "#e1a0fe",
    "#fe6a71",
    "#4e7ffd",
    "#dadd9f",
    "#ffc4de",
    "#a96dc3",
    "#ae4976",
    "#8ccfb1",
    "#769729",
    "#8798fe",
    "#aedffd",
    "#e7436d",
    "#a23db8",
    "#abf051",
    "#cf8d91",
    "#d749a4",
    "#b27587",
    "#939ed4",
    "#7a7ddb",
  ],
  others: "#65707f",
  axis: "#8b96a6",
  grid: "#212835",
  text: "#e9edf3",
  crosshair: "#aab4c2",
  incident: "#ff8a80",
  surface: surfaces.dark,
  font: PICTURE_FONT,
};
