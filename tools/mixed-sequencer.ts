/**
 * Spreads the durability tests evenly among the others of a run: they wait for starts, stops and the disk for much of
 * their time, in which the others work. Left to itself Vitest runs one project after the other.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ project }: TestSpecification): boolean => project.name === 'durability';
    const waiting = sorted.filter(isWaiting);
    const working = sorted.filter((file) => !isWaiting(file));
    return [...spread(waiting), ...spread(working)].sort((a, b) => a.at - b.at).map(({ file }) => file);
  }
}

/** Evenly, from 0 to 1. */
function spread<T>(files: readonly T[]): { readonly file: T; readonly at: number }[] {
  return files.map((file, index) => ({ file, at: (index + 1) / (files.length + 1) }));
}
