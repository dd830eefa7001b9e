/**
 * The product without sample data that files about people share. It starts at the first request, so that runs of
 * other files go without it.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { startProduct } from "./product";
import { startMailServer } from "./smtp";

export interface PeopleProduct {
  url: string;
  dataDir: string;
  /** Folder of the emails that it has sent. */
  mails: string;
}

/** Settings of the shared product beyond those of a new installation. */
const env = {
  SAMPLE_DATA: "off",
  // Each file uses its own network address: the number of codes per address is limited.
  TRUST_PROXY: "1",
  WEBHOOK_TARGETS: "any",
};

/** @returns the URL at which test processes request the location of the product */
export async function offerPeopleProduct(): Promise<{ url: string; close: () => Promise<void> }> {
  let started: ReturnType<typeof start> | undefined;
  const server = http.createServer(async (_, response) => {
    try {
      started ??= start();
      response.end(JSON.stringify((await started).place));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      // The requester has received the reason why it did not start.
      const running = await started?.catch(() => undefined);
      await running?.remove();
    },
  };
}

/** Location of the product that `offerPeopleProduct` offers at a URL. */
export async function findPeopleProduct(offer: string): Promise<PeopleProduct> {
  const answer = await fetch(offer);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as PeopleProduct;
}

async function start() {
  const mails = mkdtempSync(path.join(os.tmpdir(), "cadastre-mails-"));
  const mailServer = await startMailServer({ folder: mails });
  const product = await startProduct({ env: { ...env, SMTP_URL: mailServer.url } });
  const place: PeopleProduct = { url: product.url, dataDir: product.dataDir, mails };
  return {
    place,
    remove: async () => {
      await product.remove();
      await mailServer.stop();
      rmSync(mails, { recursive: true, force: true });
    },
  };
}
