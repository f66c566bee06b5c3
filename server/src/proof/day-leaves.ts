/**
 * The leaves of a day. Their salts are drawn before anything is read, and a leaf's place is the rank of its salt's hash:
 * so each has its place as soon as it is read, and can be kept while others are not read yet.
 */
import { randomBytes } from 'node:crypto';
import type { ClosingData } from '@mua/contract/entities/proof';
import { HASH_BYTES, LEAF, NODE_BYTES, type SumNode, writeSum } from '@mua/contract/proof/hashes';
import { DEFICIT_AT, emptyNodes, growTree, LIABILITY_AT, writeHash } from '#proof/day-tree.ts';

/** Leaves as they are kept, a list for each column. */
export interface LeafPage {
  readonly accountIds: readonly string[];
  readonly places: readonly number[];
  readonly salts: readonly string[];
  /** Canonical texts of the closing figures. */
  readonly data: readonly string[];
}

const SALT_BYTES = 16;
/** What a leaf is hashed from: a byte, its salt, its text. */
const TEXT_AT = 1 + SALT_BYTES;
const FIRST_BYTES = 1_024;
/** Of a UTF-16 unit in UTF-8, at most. */
const UNIT_BYTES = 3;

export class DayLeaves {
  readonly accounts: number;
  /** Every level from the leaves to the root. */
  readonly nodes: Buffer;
  readonly #view: DataView;
  readonly #salts: Buffer;
  readonly #places: Uint32Array;
  #hashed = Buffer.alloc(FIRST_BYTES, LEAF);
  #added = 0;

  constructor(accounts: number) {
    this.accounts = accounts;
    this.nodes = emptyNodes(accounts);
    this.#view = new DataView(this.nodes.buffer, this.nodes.byteOffset, this.nodes.length);
    this.#salts = randomBytes(accounts * SALT_BYTES);
    this.#places = ranksOfHashes(this.#salts);
  }

  add(closings: readonly ClosingData[]): LeafPage {
    const first = this.#added;
    this.#added += closings.length;
    if (this.#added > this.accounts) throw new Error(`more accounts than the ${this.accounts} that were counted`);
    const texts = closings.map((closing) => JSON.stringify(closing));
    for (const [index, { cash, estimatedProfit }] of closings.entries())
      this.#put(first + index, texts[index] ?? '', BigInt(cash) + BigInt(estimatedProfit));
    return {
      accountIds: closings.map(({ accountId }) => accountId),
      places: [...this.#places.subarray(first, this.#added)],
      salts: closings.map((_, index) => saltAt(this.#salts, first + index).toString('hex')),
      data: texts,
    };
  }

  #put(index: number, text: string, worth: bigint): void {
    const most = TEXT_AT + text.length * UNIT_BYTES;
    if (most > this.#hashed.length) this.#hashed = Buffer.alloc(2 * most, LEAF);
    this.#hashed.set(saltAt(this.#salts, index), 1);
    const end = TEXT_AT + this.#hashed.write(text, TEXT_AT);
    const at = (this.#places[index] ?? 0) * NODE_BYTES;
    writeHash(this.nodes, at, this.#hashed.subarray(0, end));
    if (worth > 0n) writeSum(this.#view, at + LIABILITY_AT, worth);
    else writeSum(this.#view, at + DEFICIT_AT, -worth);
  }

  /** Once all are added. */
  root(): SumNode {
    if (this.#added < this.accounts)
      throw new Error(`${this.#added} accounts of the ${this.accounts} that were counted`);
    return growTree(this.nodes, this.accounts);
  }
}

function saltAt(salts: Buffer, index: number): Buffer {
  return salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES);
}

/** So many of a hash's first bytes are an exact number, and numbers are compared faster. */
const NUMBER_BYTES = 6;

function ranksOfHashes(salts: Buffer): Uint32Array {
  const count = salts.length / SALT_BYTES;
  const hashes = Buffer.alloc(count * HASH_BYTES);
  for (let index = 0; index < count; index += 1) writeHash(hashes, index * HASH_BYTES, saltAt(salts, index));
  const numbers = Float64Array.from({ length: count }, (_, index) =>
    hashes.readUIntBE(index * HASH_BYTES, NUMBER_BYTES),
  );
  const hashOf = (index: number) => hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
  const sorted = Uint32Array.from(numbers.keys()).sort(
    (one, other) => (numbers[one] ?? 0) - (numbers[other] ?? 0) || hashOf(one).compare(hashOf(other)),
  );
  const ranks = new Uint32Array(count);
  for (const [rank, index] of sorted.entries()) ranks[index] = rank;
  return ranks;
}
