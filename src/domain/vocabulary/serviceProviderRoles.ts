export const serviceProviderRoles = [
  "custodian",
  "auditor",
  "attestor",
  "transfer_agent",
  "fund_administrator",
  "broker_dealer",
  "oracle",
  "bridge",
  "legal_counsel",
  "prime_broker",
  "bank",
] as const;
