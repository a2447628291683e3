import type { BuiltPeer } from './setup/bundle.ts';
import { CARREL } from './table.ts';

/** A peer that races: its name in the table, and its files. */
export interface Contender extends BuiltPeer {
  readonly name: string;
}

/** Measures Carrel and then each peer; alone on the machine, since two at once would share its processors. */
export async function measureAll<T>(
  peers: readonly Contender[],
  measureCarrel: () => Promise<T>,
  measurePeer: (peer: Contender) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  console.log(`  ${CARREL}`);
  const results = new Map([[CARREL, await measureCarrel()]]);
  for (const peer of peers) {
    console.log(`  ${peer.name}`);
    results.set(peer.name, await measurePeer(peer));
  }
  return results;
}

/** The results of all contenders, each as one value. */
export const mapValues = <T, U>(results: ReadonlyMap<string, T>, pick: (result: T) => U): Map<string, U> =>
  new Map([...results].map(([name, result]) => [name, pick(result)]));
