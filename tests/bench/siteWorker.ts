/**
 * A process that answers from one market, for `growth.ts`: an embedded engine opens one folder per process.
 * The folder is its argument; an address by message is answered with the milliseconds that it took.
 */
import path from "node:path";
import { openMarketStore } from "#stores";
import { timed } from "./interleave";
import { siteInProcess } from "./siteInProcess";

const store = await openMarketStore({ url: null, folder: path.join(process.argv[2] ?? "", "market") });
const site = await siteInProcess(store, 1);
process.on("message", async (address: string) => {
  try {
    const milliseconds = await timed(() =>
      address.startsWith("/api/") ? site.rest(address) : site.page(address),
    )();
    process.send?.({ milliseconds });
  } catch (error) {
    process.send?.({ problem: String(error) });
  }
});
process.once("disconnect", () => process.exit(0));
process.send?.({ milliseconds: 0 });
