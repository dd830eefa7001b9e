export interface SpreadsheetFormula {
  name: string;
  label: string;
  /** What to paste. */
  code: string;
  /** Where. */
  how: string;
}

/** How each program reads the CSV at an address. */
export const formulas = (address: string): readonly SpreadsheetFormula[] => [
  {
    name: "sheets",
    label: "Google Sheets",
    code: `=IMPORTDATA("${address}")`,
    how: "Paste into a cell. Google reads the link about once an hour, from its own servers, so the site must be public.",
  },
  {
    name: "excel",
    label: "Excel",
    code: `let
  Source = Csv.Document(Web.Contents("${address}"), [Delimiter = ",", Encoding = 65001]),
  Table = Table.PromoteHeaders(Source)
in
  Table`,
    how: "Data, Get Data, From Other Sources, Blank Query; then Advanced Editor, replace what is there, and choose Anonymous access if asked. Refresh All reads the link again.",
  },
  {
    name: "libreoffice",
    label: "LibreOffice",
    code: address,
    how: 'Sheet, External Links: paste the address, press Enter, choose CSV with comma as separator, and set how often it is read. For a single cell of text, =WEBSERVICE("address") works too.',
  },
];
