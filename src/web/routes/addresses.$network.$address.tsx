import { createFileRoute } from "@tanstack/react-router";
import { AddressPage } from "../features/addresses/AddressPage";

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
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: Shown,
});

function Shown() {
  return <AddressPage {...Route.useParams()} />;
}
