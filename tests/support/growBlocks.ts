/** Blocks of random transfers on a node whose chain is changed meanwhile: nonces and times follow from its newest block. */
import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { mersenne } from "pure-rand/generator/mersenne";
import type { EvmNode } from "./evmNode";
import { packTransfers, zeroAddress } from "./tokenContract";

const SECONDS = 12;

export async function growBlocks(
  node: EvmNode,
  {
    tokens,
    count,
    random,
  }: { tokens: readonly string[]; count: number; random: ReturnType<typeof mersenne> },
): Promise<void> {
  const draw = (most: number) => uniformInt(random, 0, most - 1);
  const [sender] = await node.rpc<string[]>("eth_accounts");
  const newest = await node.rpc<{ timestamp: string }>("eth_getBlockByNumber", ["latest", false]);
  let nonce = Number(await node.rpc<string>("eth_getTransactionCount", [sender, "latest"]));
  let time = Number(newest.timestamp);
  for (let done = 0; done < count; done += 1) {
    time += SECONDS;
    const calls = tokens
      .filter(() => draw(3) > 0)
      .map((to) => {
        const transfers = Array.from({ length: 1 + draw(4) }, () => ({
          from: zeroAddress,
          to: `0x${(1 + draw(30)).toString(16).padStart(40, "b")}`,
          value: BigInt(1 + draw(1_000_000)),
        }));
        const fields = { from: sender, to, gas: "0x5f5e1000", nonce: `0x${(nonce++).toString(16)}` };
        return { method: "eth_sendTransaction", params: [{ ...fields, data: packTransfers(transfers) }] };
      });
    await node.rpcBatch([...calls, { method: "evm_mine", params: [{ timestamp: time }] }]);
  }
}
