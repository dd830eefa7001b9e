const transaction = {
  timestamp: "2026-02-02 12:30:00",
  kind: "transfer",
  network_id: 1,
  network_slug: "ethereum",
  network_name: "Ethereum",
  asset_id: 57,
  asset_slug: "ousg",
  asset_name: "Ondo Short-Term US Treasuries",
  token_id: 501,
  symbol: "OUSG",
  amount_token: "12.5",
  to_address: "0x00000000000000000000000000000000000000aa",
  version: 1,
} as const;

/** Rows of `transactions`: transfers of OUSG on Ethereum, numbered from zero, with the overrides of `own`. */
export const transactionRows = (
  count: number,
  own: (index: number) => Record<string, unknown> = () => ({}),
) =>
  Array.from({ length: count }, (_, index) => ({
    ...transaction,
    id: `ethereum:0x${index}:1`,
    transaction_hash: `0x${index}`,
    block_number: index,
    amount_dollar: index,
    ...own(index),
  }));
