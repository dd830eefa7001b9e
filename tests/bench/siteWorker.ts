/**
 * A process that serves one market, for `growth.ts`: an embedded engine opens one folder per process. Its argument is
 * the folder. It responds to each address with the milliseconds that the request took.
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
