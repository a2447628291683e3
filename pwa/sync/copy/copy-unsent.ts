import { watchKnownUser } from '#pwa/store/database/known-user.ts';
import { watchTables } from '#pwa/store/database/watch-tables.ts';
import { UnsentCopier } from './unsent-copier.ts';

/** How long copying pauses, as a multiple of the time that the last copy took, as while a queue is sent. */
const REST_FACTOR = 9;
const REST_MAX_MS = 2_000;

/** Copies the known user's unsent work after each change, by any tab. Returns a function that stops. */
export function copyUnsent(): () => void {
  const copier = new UnsentCopier();
  let isWanted = false;
  let isCopying = false;
  let isStopped = false;

  const copyAll = async () => {
    isCopying = true;
    while (isWanted && !isStopped) {
      isWanted = false;
      const startedMs = performance.now();
      // A full disk, or a sign-out: the next change copies again.
      await copier.copy().catch(() => undefined);
      await rest(Math.min(REST_MAX_MS, REST_FACTOR * (performance.now() - startedMs)));
    }
    isCopying = false;
  };
  const copy = () => {
    isWanted = true;
    if (!isCopying) void copyAll();
  };

  const stops = [watchTables(['outbox', 'drafts'], copy), watchKnownUser(copy)];
  copy();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
