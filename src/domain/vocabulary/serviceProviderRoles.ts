export const serviceProviderRoles = [
  "custodian",
  "auditor",
  "attestor",
  "transfer_agent",
  "fund_administrator",
  // Manages a part of the underlying assets, such as the fund that owns a stablecoin's reserve.
  "reserve_manager",
  "broker_dealer",
  "oracle",
  "bridge",
  "legal_counsel",
  "prime_broker",
  "bank",
] as const;
