import { watchKnownUser } from '#pwa/store/database/known-user.ts';
import { watchTables } from '#pwa/store/database/watch-tables.ts';
import { createLoop } from '../loop.ts';
import { UnsentCopier } from './unsent-copier.ts';

/** How long copying pauses, as a multiple of the time that the last copy took, as while a queue is sent. */
const PAUSE_FACTOR = 9;
const PAUSE_MAX_MS = 2_000;

/** Copies the known user's unsent work after each change, by any tab. Returns a function that stops. */
export function copyUnsent(): () => void {
  const copier = new UnsentCopier();
  const loop = createLoop(async () => {
    const startedMs = performance.now();
    // A full disk, or a sign-out: the next change copies again.
    await copier.copy().catch(() => undefined);
    await pause(Math.min(PAUSE_MAX_MS, PAUSE_FACTOR * (performance.now() - startedMs)));
    return null;
  });
  const copy = () => void loop.run();

  const stops = [watchTables(['outbox', 'drafts'], copy), watchKnownUser(copy), loop.stop];
  copy();
  return () => {
    for (const stop of stops) stop();
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
