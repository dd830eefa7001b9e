export interface AssetRows {
  assetId: number;
  /** Rows that a statement reads for the asset. */
  rows: number;
}

/**
 * Asset ids in batches of at most `maxRows` rows, in the order given; bounds the memory of statements. An asset with
 * more rows is a batch of its own.
 */
export function* assetBatches(assets: Iterable<AssetRows>, maxRows: number): Generator<number[]> {
  let batch: number[] = [];
  let rows = 0;
  for (const asset of assets) {
    if (batch.length > 0 && rows + asset.rows > maxRows) {
      yield batch;
      batch = [];
      rows = 0;
    }
    batch.push(asset.assetId);
    rows += asset.rows;
  }
  if (batch.length > 0) yield batch;
}
