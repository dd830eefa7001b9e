/** Reads ranges of blocks from the first endpoint that responds soundly, and compares some with another endpoint. */
import { type EndpointFailure, noEndpoint, reasonOf } from "./connectClients";
import {
  type Contract,
  encodePortion,
  linesByContract,
  type TransferPortion,
  transferDigest,
} from "./ledgerStore";
import { firstWindow, type LogWindow } from "./logWindow";
import { readTransfers, type TransferRange } from "./readTransfers";
import type { RpcClient } from "./rpcClient";
import { type BlockRange, RpcError } from "./rpcProblem";

/** Transfers per write: small writes cost more each, large ones more memory. */
const WRITE_LOGS = 50_000;
/** The longest time between writes, so that little is lost of histories with few transfers. */
const WRITE_MS = 3_000;

export interface PortionRequest {
  /** In order of preference. */
  clients: readonly RpcClient[];
  contracts: readonly Contract[];
  range: BlockRange;
  /** Endpoints that cannot be used are added. */
  failures: EndpointFailure[];
  /** What endpoints accept, by their names; replaced as it is learned. */
  windows: Map<string, LogWindow>;
  /** Share of ranges that are read again from another endpoint and compared. Default: one in a hundred. */
  checkedShare?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** The errors of an endpoint are added to the failures. */
export type ReadPortions = (request: PortionRequest) => AsyncGenerator<TransferPortion>;

/**
 * Consecutive parts of a range in portions to be stored. After a failure the next endpoint continues.
 * @throws Error if no endpoint can be used
 */
export async function* readPortions({
  clients,
  contracts,
  range,
  failures,
  windows,
  checkedShare = 0.01,
  signal,
}: PortionRequest): AsyncGenerator<TransferPortion> {
  const addresses = contracts.map(({ address }) => address);
  const failed: EndpointFailure[] = [];
  let { from } = range;
  for (const [index, client] of clients.entries()) {
    if (from > range.to) return;
    const others = clients.filter((_, other) => other !== index);
    let ranges: TransferRange[] = [];
    try {
      const request = {
        contracts: addresses,
        range: { from, to: range.to },
        window: windows.get(client.name) ?? firstWindow,
        onWindow: (window: LogWindow) => windows.set(client.name, window),
        signal,
      };
      let logs = 0;
      let written = performance.now();
      for await (const part of readTransfers(client, request)) {
        if (others.length > 0 && Math.random() < checkedShare)
          await requireSame(part, { contracts, others, windows, signal });
        ranges.push(part);
        logs += part.transfers.length;
        if (logs < WRITE_LOGS && performance.now() - written < WRITE_MS) continue;
        yield encodePortion(ranges, { contracts, endpoint: client.name });
        from = part.range.to + 1n;
        ranges = [];
        logs = 0;
        written = performance.now();
      }
    } catch (error) {
      const failure = { endpoint: client.name, reason: reasonOf(error, signal) };
      failed.push(failure);
      failures.push(failure);
    }
    const last = ranges.at(-1);
    if (last === undefined) continue;
    yield encodePortion(ranges, { contracts, endpoint: client.name });
    from = last.range.to + 1n;
  }
  if (from <= range.to) throw new Error(noEndpoint(failed.length === 0 ? failures : failed));
}

/** @throws RpcError (`invalid`) if the first other endpoint that has the range reports other transfers */
async function requireSame(
  part: TransferRange,
  {
    contracts,
    others,
    windows,
    signal,
  }: { contracts: readonly Contract[]; others: readonly RpcClient[] } & Pick<
    PortionRequest,
    "windows" | "signal"
  >,
): Promise<void> {
  const digestsOf = (ranges: readonly TransferRange[]) => {
    const lines = ranges.map((range) => linesByContract(range, contracts));
    return contracts.map(({ id }) => transferDigest(lines.flatMap((own) => own.get(id) ?? [])));
  };
  for (const client of others) {
    const ranges: TransferRange[] = [];
    try {
      const request = {
        contracts: contracts.map(({ address }) => address),
        range: part.range,
        window: windows.get(client.name) ?? firstWindow,
        onWindow: (window: LogWindow) => windows.set(client.name, window),
        signal,
      };
      for await (const other of readTransfers(client, request)) ranges.push(other);
    } catch (error) {
      reasonOf(error, signal);
      continue;
    }
    const [ours, theirs] = [digestsOf([part]), digestsOf(ranges)];
    const isSame = ours.every((digest, index) => digest === theirs[index]);
    if (isSame && part.lastHash === ranges.at(-1)?.lastHash) return;
    const { from, to } = part.range;
    throw new RpcError({
      kind: "invalid",
      message: `Its transfers of blocks ${from} to ${to} differ from those of ${client.name}.`,
    });
  }
}
