import { requestReplay } from '../sync/signal.ts';
import { messageType, OUTBOX_SYNC_TAG, REPLAY_OUTBOX } from '../worker/messages.ts';

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync; only in Chromium. */
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/**
 * Lets the browser's own word that the network is back reach the outbox through the worker, also in tabs
 * whose timers sleep. An extra: the page replays by itself wherever this does not exist.
 */
export function hangReplayBell(registration: ServiceWorkerRegistration): void {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (messageType(data) === REPLAY_OUTBOX) requestReplay('eager');
  });
  const order = () => {
    // Refused where the person has switched background sync off.
    registration.sync?.register(OUTBOX_SYNC_TAG).catch(() => {});
  };
  window.addEventListener('offline', order);
  if (!navigator.onLine) order();
}
