import { neutralText } from "#domain";

/** A line of CSV, without its end, in which spreadsheets take no text for a formula. */
export const csvLine = (cells: readonly string[]): string => cells.map(neutralText).map(quoted).join(",");

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
