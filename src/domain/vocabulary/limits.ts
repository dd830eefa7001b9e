/** Business constants and limits (specification, section 9). */

export const SIGN_IN_CODE_LENGTH = 6;
export const SIGN_IN_CODE_MINUTES = 10;

export const TOAST_DURATION_MS = 5000;
export const toastVariants = ["primary", "success", "warning", "danger"] as const;

/** The sign-in modal waits this long once the visitor has seen enough pages. */
export const SIGN_IN_MODAL_DELAY_MS = 2000;
/** It never shows earlier than this after loading has settled. */
export const SIGN_IN_MODAL_HOLD_MS = 500;
export const SIGN_IN_MODAL_MIN_VISITS = 2;

/** A select shows its search box above this number of options. */
export const SELECT_SEARCH_THRESHOLD = 8;

/** Key of local storage under which the theme is kept. */
export const THEME_STORAGE_KEY = "theme";

export const SOCIAL_IMAGE_WIDTH = 4000;
export const SOCIAL_IMAGE_HEIGHT = 2300;

/** `Cadastre | Stablecoins`. */
export const pageTitle = (brand: string, title: string): string => `${brand} | ${title}`;

/** How long fetched data counts as fresh in the browser. */
export const DATA_CACHE_MS = 5 * 60 * 1000;
export const QUERY_RETRIES = 3;
export const MUTATION_RETRIES = 0;

/** Pause before retry number `attempt` (from 0): one second, doubling, at most thirty. */
export const retryDelayMs = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

/** Platform slugs that have a page of their own. */
export const platformPages: Readonly<Record<string, string>> = {
  "wormhole-bridge": "/wormhole",
  "broadridge-dlr": "/broadridge-dlr",
};

/** Largest number of rows of a file, and of one in a spreadsheet. */
const MAX_FILE_ROWS = 1_000_000;
export const MAX_XLSX_ROWS = 100_000;

/** Largest number of rows of a file of a format. */
export const maxRowsOf = (format: string): number => (format === "xlsx" ? MAX_XLSX_ROWS : MAX_FILE_ROWS);

/** Days for which former figures are kept by default: ten years. */
export const DEFAULT_DATED_DAYS = 3_650;
