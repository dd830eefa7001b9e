export interface PlainTableProps {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A document with a table and nothing else. */
export const PlainTable = ({ head, rows }: PlainTableProps) => (
  <html lang="en">
    <body>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {head.map((name, at) => (
                <td key={name}>{row[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </body>
  </html>
);
