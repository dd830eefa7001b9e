import { createFileRoute } from "@tanstack/react-router";
import { shortAddress } from "#domain/text";
import { AddressNotFound } from "../features/addresses/AddressNotFound";
import { AddressPage } from "../features/addresses/AddressPage";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/addresses/$network/$address")({
  // Addresses of EVM networks have one form in URLs.
  params: {
    parse: ({ network, address }) => ({
      network,
      address: /^0x/i.test(address) ? address.toLowerCase() : address,
    }),
  },
  loader: async ({ context, params }) =>
    (await import("../features/addresses/loadAddress")).loadAddress(context, params),
  head: ({ match: { context }, params }) =>
    pageMeta({
      site: context.site,
      title: `Address ${shortAddress(params.address)}`,
      description: "Balances of an address in tokens with a ledger.",
      path: `/addresses/${params.network}/${params.address}`,
    }),
  component: Shown,
  notFoundComponent: AddressNotFound,
});

function Shown() {
  return <AddressPage {...Route.useParams()} />;
}
