/**
 * Formulas that read the CSV at a URL. The CSV has decimal points: a program with decimal commas parses 1.5
 * as fifteen or as text, unless the formula names the language of the file.
 */

/** Semicolons separate arguments in Google Sheets of every language, commas in some. */
export const sheetsFormula = (address: string): string => `=IMPORTDATA("${address}"; ","; "en_US")`;

/**
 * A Power Query table from an expression. Power Query reads every cell of a CSV as text; this converts
 * numbers and dates.
 */
export const powerQueryTable = (contents: string): string => `Table.TransformColumns(
  Table.PromoteHeaders(Csv.Document(${contents}, [Delimiter = ",", Encoding = 65001])),
  {},
  each if Text.Select(_, {"0".."9", ".", "-", "+", "e", "E"}) <> _ then _
    else try Number.FromText(_, "en-US")
    otherwise if Text.Length(_) = 10 then try Date.FromText(_, "en-US") otherwise _ else _
)`;
