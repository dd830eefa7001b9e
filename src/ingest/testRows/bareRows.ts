/** Rows of the catalog without known values, which tests override. */
const source = "https://example.com/facts";

export const bareParticipant = { jurisdiction: null, website: null, description: null, source };

export const bareNetwork = {
  explorer_url: null,
  explorer_name: null,
  chain_id: null,
  layer: null,
  parent: null,
  virtual_machine: null,
  architecture: null,
  website: null,
  founded_date: null,
  description: null,
  source,
};

export const bareAsset = {
  platform: null,
  issuer: null,
  manager: null,
  jurisdiction: null,
  description: null,
  website: null,
  inception_date: null,
  denomination: "USD",
  distribution: "distributed",
  is_investable: null,
  source,
} as const;

export const bareToken = { address: null, decimals: null, standard: null, source };
