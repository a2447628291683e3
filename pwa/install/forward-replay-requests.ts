import { requestReplay } from '../sync/outbox/signal.ts';
import { messageType, OUTBOX_SYNC_TAG, REPLAY_OUTBOX } from '../worker/messages.ts';

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync; only in Chromium. */
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/**
 * Forwards the browser's notification that the network is back to the outbox through the worker, even in tabs
 * whose timers are throttled. Optional: the page also replays without it.
 */
export function forwardReplayRequests(registration: ServiceWorkerRegistration): void {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (messageType(data) === REPLAY_OUTBOX) requestReplay('eager');
  });
  const order = () => {
    // Rejected if the user has disabled background sync.
    registration.sync?.register(OUTBOX_SYNC_TAG).catch(() => {});
  };
  window.addEventListener('offline', order);
  if (!navigator.onLine) order();
}
