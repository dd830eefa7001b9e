/**
 * A token for tests, assembled by hand: its transfers come packed, many in one transaction, so that a node mines
 * thousands of them within seconds.
 *
 * Call data is a sequence of entries of 72 bytes: sender (20), receiver (20), value (32). The zero address mints and
 * burns. Shorter call data are `totalSupply()`, `balanceOf(address)` and `decimals()`.
 */

/** `Transfer(address,address,uint256)`. */
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const codes: Readonly<Record<string, number>> = {
  STOP: 0x00,
  ADD: 0x01,
  MUL: 0x02,
  SUB: 0x03,
  DIV: 0x04,
  LT: 0x10,
  EQ: 0x14,
  ISZERO: 0x15,
  SHR: 0x1c,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODECOPY: 0x39,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  POP: 0x50,
  DUP1: 0x80,
  DUP2: 0x81,
  DUP3: 0x82,
  DUP4: 0x83,
  DUP5: 0x84,
  SWAP1: 0x90,
  SWAP2: 0x91,
  LOG1: 0xa1,
  LOG3: 0xa3,
  LOG4: 0xa4,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  REVERT: 0xfd,
};

/** Operations as bytes. `:name` marks a target of jumps, `@name` pushes it, `0x…` pushes a number. */
function assemble(source: string): Buffer {
  const words = source.split(/\s+/).filter((word) => word !== "");
  const targets = new Map<string, number>();
  const sizeOf = (word: string) =>
    word.startsWith("@") ? 3 : word.startsWith("0x") ? 1 + (word.length - 2) / 2 : 1;
  let offset = 0;
  for (const word of words) {
    if (word.startsWith(":")) targets.set(word.slice(1), offset);
    offset += sizeOf(word);
  }
  return Buffer.concat(
    words.map((word) => {
      if (word.startsWith(":")) return Buffer.from([0x5b]);
      if (word.startsWith("@")) {
        const target = targets.get(word.slice(1)) ?? 0;
        return Buffer.from([0x61, target >> 8, target & 255]);
      }
      if (word.startsWith("0x")) {
        const bytes = Buffer.from(word.slice(2), "hex");
        return Buffer.concat([Buffer.from([0x5f + bytes.length]), bytes]);
      }
      const code = codes[word];
      if (code === undefined) throw new Error(`There is no operation ${word}.`);
      return Buffer.from([code]);
    }),
  );
}

/** How a token departs from the standard. */
export interface TokenOddities {
  decimals?: number;
  /** Balances and supply as stated are multiplied by an index and divided by 1,000, once `setIndex` was called. */
  isRebasing?: boolean;
  /** A hundredth of each transfer does not reach the receiver and leaves the supply, without an event. */
  hasFee?: boolean;
  /** It has no `decimals()`. */
  lacksDecimals?: boolean;
  /** It has no `totalSupply()`. */
  lacksSupply?: boolean;
}

const INDEX_SLOT = `0x01${"0".repeat(40)}`;

/** The supply is in slot 0, balances in the slots of their addresses, the index of a rebasing token after those. */
const runtime = ({ decimals = 18, isRebasing, hasFee, lacksDecimals, lacksSupply }: TokenOddities) =>
  assemble(`
    0x48 CALLDATASIZE LT @views JUMPI
    0x00
    :next
      DUP1 CALLDATASIZE EQ @end JUMPI
      DUP1 0x28 ADD CALLDATALOAD
      DUP2 CALLDATALOAD 0x60 SHR
      DUP3 0x14 ADD CALLDATALOAD 0x60 SHR
      DUP2 ISZERO @mint JUMPI
        DUP3 DUP3 SLOAD SUB DUP3 SSTORE
        @sent JUMP
      :mint
        0x00 SLOAD DUP4 ADD 0x00 SSTORE
      :sent
      DUP1 ISZERO @burn JUMPI
        DUP1 SLOAD DUP4 ADD DUP2 SSTORE
        ${hasFee ? "0x64 DUP4 DIV DUP1 DUP3 SLOAD SUB DUP3 SSTORE 0x00 SLOAD SUB 0x00 SSTORE" : ""}
        @received JUMP
      :burn
        DUP3 0x00 SLOAD SUB 0x00 SSTORE
      :received
      DUP3 0x00 MSTORE
      SWAP1 0x${TRANSFER} 0x20 0x00 LOG3
      POP
      0x48 ADD
      @next JUMP
    :end STOP
    :views
      0x00 CALLDATALOAD 0xe0 SHR
      ${lacksSupply ? "" : "DUP1 0x18160ddd EQ @supply JUMPI"}
      DUP1 0x70a08231 EQ @balance JUMPI
      DUP1 0xa1a1a1a1 EQ @silent JUMPI
      DUP1 0xb2b2b2b2 EQ @index JUMPI
      ${lacksDecimals ? "" : "DUP1 0x313ce567 EQ @decimals JUMPI"}
      0x00 0x00 REVERT
    :supply 0x00 SLOAD @scaled JUMP
    :balance 0x04 CALLDATALOAD SLOAD @scaled JUMP
    :silent
      0x24 CALLDATALOAD 0x04 CALLDATALOAD
      DUP2 DUP2 SLOAD ADD SWAP1 SSTORE
      0x00 SLOAD ADD 0x00 SSTORE
      STOP
    :index 0x04 CALLDATALOAD ${INDEX_SLOT} SSTORE STOP
    :decimals 0x${decimals.toString(16).padStart(2, "0")} @answer JUMP
    :scaled
      ${isRebasing ? `${INDEX_SLOT} SLOAD DUP1 ISZERO @unscaled JUMPI MUL 0x03e8 SWAP1 DIV @answer JUMP :unscaled POP` : ""}
    :answer 0x00 MSTORE 0x20 0x00 RETURN
  `);

/** Call data that give an address units without an event. */
export const mintSilently = (to: string, value: bigint): string =>
  `0xa1a1a1a1${word(BigInt(to))}${word(value)}`;

/** Call data that set the index of a rebasing token, in thousandths. */
export const setIndex = (thousandths: bigint): string => `0xb2b2b2b2${word(thousandths)}`;

const word = (value: bigint): string => value.toString(16).padStart(64, "0");

/** Passes calls on to the contract of its slot 2^160, which calls of 33 bytes replace. */
const proxyRuntime = assemble(`
  0x21 CALLDATASIZE EQ @upgrade JUMPI
  CALLDATASIZE 0x00 0x00 CALLDATACOPY
  0x00 0x00 CALLDATASIZE 0x00 0x02${"0".repeat(40)} SLOAD GAS DELEGATECALL
  RETURNDATASIZE 0x00 0x00 RETURNDATACOPY
  ISZERO @failed JUMPI
  RETURNDATASIZE 0x00 RETURN
  :failed RETURNDATASIZE 0x00 REVERT
  :upgrade 0x01 CALLDATALOAD 0x02${"0".repeat(40)} SSTORE STOP
`);

/** The data of a transaction that deploys a proxy. */
export const proxyBytecode = (): string => deploying(proxyRuntime);

/** Call data that make a proxy use another contract. */
export const upgradeTo = (address: string): string => `0x00${word(BigInt(address))}`;

/** Emits what call data say: the number of topics (1 byte, 1, 3 or 4), then topics and data. */
const emitterRuntime = assemble(`
  CALLDATASIZE 0x00 0x00 CALLDATACOPY
  0x00 CALLDATALOAD 0xf8 SHR
  DUP1 0x01 EQ @one JUMPI
  DUP1 0x03 EQ @three JUMPI
  0x61 CALLDATALOAD 0x41 CALLDATALOAD 0x21 CALLDATALOAD 0x01 CALLDATALOAD
    0x81 CALLDATASIZE SUB 0x81 LOG4 STOP
  :one 0x01 CALLDATALOAD 0x21 CALLDATASIZE SUB 0x21 LOG1 STOP
  :three 0x41 CALLDATALOAD 0x21 CALLDATALOAD 0x01 CALLDATALOAD 0x61 CALLDATASIZE SUB 0x61 LOG3 STOP
`);

/** The data of a transaction that deploys a contract that emits any event. */
export const emitterBytecode = (): string => deploying(emitterRuntime);

/** Call data that emit a Transfer event whose words are topics and data. */
export const emitTransfer = (topics: readonly bigint[], data: string): string =>
  `0x${(topics.length + 1).toString(16).padStart(2, "0")}${TRANSFER}${topics.map(word).join("")}${data}`;

/** The data of a transaction that deploys the token. */
export const tokenBytecode = (oddities: TokenOddities = {}): string => deploying(runtime(oddities));

function deploying(code: Buffer): string {
  const size = code.length.toString(16).padStart(4, "0");
  const prefix = (start: string) => assemble(`0x${size} 0x${start} 0x00 CODECOPY 0x${size} 0x00 RETURN`);
  const length = prefix("00").length;
  return `0x${Buffer.concat([prefix(length.toString(16).padStart(2, "0")), code]).toString("hex")}`;
}

export interface PackedTransfer {
  /** Address in lower case; `zeroAddress` mints. */
  from: string;
  /** `zeroAddress` burns. */
  to: string;
  value: bigint;
}

export const zeroAddress = `0x${"0".repeat(40)}`;

/** Call data that make the token emit these transfers. */
export const packTransfers = (transfers: readonly PackedTransfer[]): string =>
  `0x${transfers
    .map(({ from, to, value }) => from.slice(2) + to.slice(2) + value.toString(16).padStart(64, "0"))
    .join("")}`;
