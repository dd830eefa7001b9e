/**
 * How spreadsheets read the CSV at an address. The CSV has decimal points; a program whose own language writes commas
 * takes 1.5 for fifteen or for text, unless it is told the language of the file.
 */

/** Semicolons separate arguments in Google Sheets of every language, commas in some. */
export const sheetsFormula = (address: string): string => `=IMPORTDATA("${address}"; ","; "en_US")`;

/**
 * A table in Power Query, of what an expression of it fetches. Power Query reads every cell of a CSV as text: those
 * that look like numbers and days become such.
 */
export const powerQueryTable = (contents: string): string => `Table.TransformColumns(
  Table.PromoteHeaders(Csv.Document(${contents}, [Delimiter = ",", Encoding = 65001])),
  {},
  each if Text.Select(_, {"0".."9", ".", "-", "+", "e", "E"}) <> _ then _
    else try Number.FromText(_, "en-US")
    otherwise if Text.Length(_) = 10 then try Date.FromText(_, "en-US") otherwise _ else _
)`;
