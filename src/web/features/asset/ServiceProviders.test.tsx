import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ServiceProviders } from "./ServiceProviders";

test("each provider shows its roles for this asset and its document, or that none is recorded", () => {
  const address = "https://example.org/report";
  const html = renderToStaticMarkup(
    <ServiceProviders
      asset={{
        id: 1,
        service_provider_ids: [7, 9],
        service_provider_roles: ["custodian, bank", "auditor"],
        service_provider_sources: [address, ""],
      }}
      providers={[
        { id: 9, name: "Second", website: null },
        { id: 7, name: "First", website: null },
      ]}
      facts={[{ id: 1, source_url: address, publisher: "Issuer", document: "Prospectus", stated: "2025" }]}
    />,
  );
  const [second = "", first = ""] = html
    .split("<li")
    .slice(1)
    .map((item) => item.replaceAll(/^[^>]*>|<[^>]*>/g, " "));
  expect(second).toMatch(/Second .*Auditor .*No source recorded/);
  expect(first).toMatch(/First .*Custodian .*Bank .*Issuer, Prospectus, 2025/);
});
