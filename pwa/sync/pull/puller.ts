import { requestDownloads } from '#pwa/downloads/plans/request-downloads.ts';
import { inBackground } from '#pwa/store/database/in-background.ts';
import { withLock } from '#pwa/store/database/lock.ts';
import { findPrivateStore, openPrivateStore } from '#pwa/store/database/private-store.ts';
import type { PulledEffect } from '#pwa/store/server-rows/apply-page.ts';
import type { PushedPage } from '#schema/sync/pull.ts';
import { type Call, createLoop, type Due, type Loop } from '../loop.ts';
import { isPageVisible } from '../status/attention.ts';
import { online } from '../status/connectivity.ts';
import { createPageSize } from './page-size.ts';
import { type PullPorts, type PullResult, pull } from './pull.ts';
import { applyPushed } from './pushed.ts';
import { downloadMissingCourses } from './refresh.ts';

/** The pull interval without events from the server. */
const EVERY_MS = 3 * 60_000;
/** Pulls that are requested one after the other are at least this far apart. */
const TOGETHER_MS = 500;
/** Longer than a page of the pull may take; a tab that holds the lock for longer is frozen. */
const STEAL_AFTER_MS = 45_000;

export interface Puller extends Loop {
  /** Writes changes that came with an event, or pulls if they do not continue what is here. */
  receive(page: PushedPage, userId: string): void;
}

interface PullerPorts extends PullPorts {
  /**
   * The outbox is being sent: a pull now would fetch the drain's own changes, batch by batch, and slow it
   * down.
   */
  isSending(): boolean;
}

/**
 * The loop of the pulls. After a pull, changed files are downloaded and new courses are saved for offline use. A pull that
 * becomes due during a drain waits for its end.
 */
export function createPuller(ports: PullerPorts): Puller {
  const pageSize = createPageSize();

  const pullOnce = async (call: Call): Promise<Due> => {
    if (call === 'planned') {
      // When the page becomes visible again, or the connection is back, it pulls anyway.
      if (!isPageVisible() || !online.get()) return EVERY_MS;
      if (ports.isSending()) return TOGETHER_MS;
    }
    const result = await pullAlone({ ...ports, pageSize });
    if (result?.end === 'noIdentity') return null;
    if (result?.end !== 'done') return result ?? {};
    await followUp(result).catch(() => undefined);
    return EVERY_MS;
  };
  const loop = createLoop(pullOnce, { pauseMs: TOGETHER_MS });

  const receive = async (page: PushedPage, userId: string) => {
    const effect = await applyPushed(openPrivateStore(userId), page);
    if (effect === null) loop.soon();
    else downloadFilesOf(effect);
  };

  return { ...loop, receive: (page, userId) => void receive(page, userId).catch(loop.soon) };
}

const NO_IDENTITY: PullResult = {
  ...{ end: 'noIdentity', changed: [], removed: [] },
  ...{ retryAfterMs: null, isBlocked: false },
};

/** After a pull of another tab. Two pulls at once would be wasteful but never wrong. */
async function pullAlone(ports: PullPorts): Promise<PullResult | null> {
  const found = findPrivateStore();
  if (found === null) return NO_IDENTITY;
  const store = inBackground(found);
  const options = { stealAfterMs: STEAL_AFTER_MS };
  return withLock(`carrel-pull-${store.userId}`, () => pull(store, ports), options);
}

/** Downloads the files of what changed, removes unused ones, and saves new courses for offline use. */
async function followUp(effect: PulledEffect): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return;
  downloadFilesOf(effect);
  await downloadMissingCourses();
}

function downloadFilesOf({ changed, removed }: PulledEffect): void {
  if (changed.length + removed.length > 0) requestDownloads();
}
