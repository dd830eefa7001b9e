export const serviceProviderRoles = [
  "custodian",
  "auditor",
  "attestor",
  "transfer_agent",
  "fund_administrator",
  // Of a part of what is behind an asset, such as the fund that holds a stablecoin's reserve.
  "reserve_manager",
  "broker_dealer",
  "oracle",
  "bridge",
  "legal_counsel",
  "prime_broker",
  "bank",
] as const;
