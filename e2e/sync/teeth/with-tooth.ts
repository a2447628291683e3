import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { teeth } from './teeth.ts';
import type { Tooth } from './tooth.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Names and teeth of one way to be noticed. */
export function teethNoticedBy(how: 'tests' | 'schedules'): [string, Tooth][] {
  const isByTests = how === 'tests';
  return Object.entries(teeth).filter(([, { noticedBy }]) => (noticedBy !== undefined) === isByTests);
}

/**
 * Plants a defect into what is loaded until `work` is done. Throws where it has no place any more, or is no code,
 * because then it would be noticed by anything.
 */
export async function withTooth<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = join(ROOT, teeth[name]?.file ?? '');
  const load = () => import(/* @vite-ignore */ `${file}?tooth=${encodeURIComponent(name)}`);
  await load();
  vi.doMock(file, load);
  try {
    return await work();
  } finally {
    vi.doUnmock(file);
  }
}
