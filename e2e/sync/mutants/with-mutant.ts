import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Names and mutants with one kind of detection. */
export function mutantsNoticedBy(how: 'tests' | 'schedules'): [string, Mutant][] {
  const isByTests = how === 'tests';
  return Object.entries(mutants).filter(([, { noticedBy }]) => (noticedBy !== undefined) === isByTests);
}

let mockAgain: () => unknown = () => undefined;

/**
 * Gives the machine that is loaded next its own instance of the mutated module: a factory of a mock is called once,
 * and its module has the state, the timers and the network of one machine.
 */
export function renewMutant(): void {
  mockAgain();
}

/**
 * Applies a mutant to the modules loaded until `work` is done. Throws when its place is not found or the
 * result is not valid code, since any test would detect that.
 */
export async function withMutant<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = join(ROOT, mutants[name]?.file ?? '');
  const load = () => import(/* @vite-ignore */ `${file}?mutant=${encodeURIComponent(name)}`);
  await load();
  mockAgain = () => vi.doMock(file, load);
  mockAgain();
  try {
    return await work();
  } finally {
    mockAgain = () => undefined;
    vi.doUnmock(file);
  }
}
