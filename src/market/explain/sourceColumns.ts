/** Columns of the `sources` table, aliased `s`, as a `Source`. Read with ISO times. */
export const sourceColumns = `s.id AS id, s.kind AS kind, s.label AS label, nullIf(s.provider, '') AS provider, s.file_name AS file_name,
  s.sha256 AS sha256, s.detail AS detail, s.is_sample AS is_sample, s.ingested_at AS ingested_at`;
