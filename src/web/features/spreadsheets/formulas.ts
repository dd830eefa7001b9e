import { powerQueryTable, sheetsFormula } from "../../charts/files/spreadsheetFormulas";

export interface SpreadsheetFormula {
  name: string;
  label: string;
  /** The formula or URL to paste. */
  code: string;
  /** Where to paste it. */
  how: string;
}

/** How each program reads the CSV at a URL. */
export const formulas = (address: string): readonly SpreadsheetFormula[] => [
  {
    name: "sheets",
    label: "Google Sheets",
    code: sheetsFormula(address),
    how: "Paste into a cell. Google reads the link about once an hour, from its own servers, so the site must be public.",
  },
  {
    name: "excel",
    label: "Excel",
    code: powerQueryTable(`Web.Contents("${address}")`),
    how: "Data, Get Data, From Other Sources, Blank Query; then Advanced Editor, replace its contents, and choose Anonymous access if asked. Refresh All reads the link again.",
  },
  {
    name: "libreoffice",
    label: "LibreOffice",
    code: address,
    how: "Sheet, External Links: paste the URL and press Enter. Choose UTF-8, English (USA) as the language and a comma as the only separator, then CSV_all and how often to update it. In a language with decimal commas, 1.5 would become 15.",
  },
];
