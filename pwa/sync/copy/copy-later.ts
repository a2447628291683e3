import { whenIdle } from '#pwa/device/when-idle.ts';

/** Soon after the start: until then, work of this page has no copy. */
const LIMIT_MS = 500;

/** Starts to copy unsent work once the page is idle. Returns a function that stops. */
export function copyLater(): () => void {
  let stop = () => {};
  let isStopped = false;
  const start = async () => {
    const { copyUnsent } = await import('./copy-unsent.ts');
    if (!isStopped) stop = copyUnsent();
  };
  // Without its code there is no copy until the next start.
  const cancel = whenIdle(() => void start().catch(() => undefined), { limitMs: LIMIT_MS });
  return () => {
    isStopped = true;
    cancel();
    stop();
  };
}
