/**
 * The Merkle sum tree over all sub-accounts of a day. A node carries the sums below it, so nobody can be left out, or be
 * counted with less than nothing, without the root being another one.
 */
import { bytesToHex, emptyRoot, hexToBytes, parentOf, type SumNode } from '#proof/hashes.ts';

/** From the leaves to the root. A node without a partner goes up unchanged. */
export type SumTree = readonly (readonly SumNode[])[];

/** A node beside the way from a leaf to the root, and on which side of it. */
export interface PathStep {
  readonly side: 'L' | 'R';
  readonly hash: string;
  readonly liability: string;
  readonly deficit: string;
}

function parentsOf(level: readonly SumNode[]): readonly SumNode[] {
  return level.flatMap((left, place) => {
    if (place % 2 === 1) return [];
    const right = level[place + 1];
    return right ? [parentOf(left, right)] : [left];
  });
}

/** Leaves in the order of their salts' hashes. */
export function sumTree(leaves: readonly SumNode[]): SumTree {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; ) {
    level = parentsOf(level);
    levels.push(level);
  }
  return levels;
}

export function rootOf(tree: SumTree): SumNode {
  return tree.at(-1)?.[0] ?? emptyRoot();
}

/** How many nodes each level has over so many leaves. */
export function levelSizes(leaves: number): readonly number[] {
  const sizes = [leaves];
  for (let size = leaves; size > 1; ) {
    size = Math.ceil(size / 2);
    sizes.push(size);
  }
  return sizes;
}

export interface Neighbour {
  readonly level: number;
  readonly place: number;
  /** Its place where all levels are written one after the other, leaves first. */
  readonly index: number;
  readonly side: PathStep['side'];
}

/** The places of the nodes beside a leaf's way to the root. */
export function neighboursOf(leaf: number, leaves: number): readonly Neighbour[] {
  const neighbours: Neighbour[] = [];
  let levelStart = 0;
  for (const [level, size] of levelSizes(leaves).entries()) {
    const own = Math.floor(leaf / 2 ** level);
    const isRight = own % 2 === 1;
    const place = isRight ? own - 1 : own + 1;
    if (size > 1 && place < size)
      neighbours.push({ level, place, index: levelStart + place, side: isRight ? 'L' : 'R' });
    levelStart += size;
  }
  return neighbours;
}

export function pathOf(tree: SumTree, leaf: number): readonly PathStep[] {
  return neighboursOf(leaf, tree[0]?.length ?? 0).flatMap(({ level, place, side }) => {
    const node = tree[level]?.[place];
    return node ? [stepOf(node, side)] : [];
  });
}

export function stepOf({ hash, liability, deficit }: SumNode, side: PathStep['side']): PathStep {
  return { side, hash: bytesToHex(hash), liability: liability.toString(), deficit: deficit.toString() };
}

/** What a leaf and its path add up to. */
export function rootFrom(leaf: SumNode, path: readonly PathStep[]): SumNode {
  return path.reduce((below, { side, hash, liability, deficit }) => {
    const beside = { hash: hexToBytes(hash), liability: BigInt(liability), deficit: BigInt(deficit) };
    return side === 'L' ? parentOf(beside, below) : parentOf(below, beside);
  }, leaf);
}
