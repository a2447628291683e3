import { requestDownloads } from '#pwa/downloads/plans/request-downloads.ts';
import { inBackground } from '#pwa/store/database/in-background.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { findPrivateStore, openPrivateStore } from '#pwa/store/database/private-store.ts';
import type { PulledEffect } from '#pwa/store/pull-page.ts';
import type { PushedPage } from '#schema/sync/pull.ts';
import { attemptsOf, backoffMs } from '../replay/schedule/backoff.ts';
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
const LOCK_TIMEOUT_MS = 45_000;

export interface Puller {
  /** Pulls now; a call during a pull is followed by one more. Resolves when idle. */
  run(): Promise<void>;
  /** Pulls at once, or a moment after the last pull, once for all calls until then. */
  soon(): void;
  /** Writes changes that came with an event, or pulls if they do not continue what is here. */
  receive(page: PushedPage, userId: string): void;
  stop(): void;
}

interface PullerPorts extends PullPorts {
  /**
   * The outbox is being sent: a pull now would fetch the drain's own changes, batch by batch, and slow it
   * down.
   */
  isSending(): boolean;
}

/**
 * Turns pull requests into pulls, one at a time across all tabs. After a pull, changed files are downloaded
 * and new courses are saved for offline use; the next pull follows in three minutes, or after a growing delay
 * if this one failed. A pull that becomes due during a drain waits for its end.
 */
export function createPuller(ports: PullerPorts): Puller {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting: Promise<void> | null = null;
  let isRequestedAgain = false;
  let stops = 0;
  let pulledMs = Number.NEGATIVE_INFINITY;
  /** A pull was requested since the last one began. */
  let isWanted = false;
  let isStopped = false;
  const pageSize = createPageSize();

  const sleep = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(onTimer, ms);
  };
  const sleepBriefly = () => sleep(Math.max(0, pulledMs + TOGETHER_MS - performance.now()));
  const onTimer = () => {
    // When the page becomes visible again, or the connection is back, it pulls anyway.
    if (!isPageVisible() || !online.get()) sleep(EVERY_MS);
    else if (ports.isSending()) sleep(TOGETHER_MS);
    else void run();
  };

  const pullOnce = async () => {
    pulledMs = performance.now();
    isWanted = false;
    const result = await pullAlone({ ...ports, pageSize }).catch(() => null);
    if (result?.end !== 'done') {
      const { isBlocked = false, retryAfterMs = null } = result ?? {};
      const attempts = attemptsOf(++stops, isBlocked);
      if (result?.end !== 'noIdentity') sleep(backoffMs(attempts, Math.random(), retryAfterMs));
      return;
    }
    stops = 0;
    // The change that it was requested for may be newer than what this pull has read.
    if (isWanted) sleepBriefly();
    else sleep(EVERY_MS);
    await followUp(result).catch(() => undefined);
  };

  const pullUntilQuiet = async () => {
    do {
      isRequestedAgain = false;
      await pullOnce();
    } while (isRequestedAgain && !isStopped);
  };

  const run = (): Promise<void> => {
    if (isStopped) return Promise.resolve();
    clearTimeout(timer);
    isRequestedAgain = true;
    resting ??= pullUntilQuiet().finally(() => {
      resting = null;
    });
    return resting;
  };

  const soon = () => {
    isWanted = true;
    sleepBriefly();
  };

  const receive = async (page: PushedPage, userId: string) => {
    const effect = await applyPushed(openPrivateStore(userId), page);
    if (effect === null) soon();
    else downloadFilesOf(effect);
  };

  return {
    run,
    soon,
    receive: (page, userId) => {
      if (!isStopped) void receive(page, userId).catch(soon);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const NO_IDENTITY: PullResult = {
  ...{ end: 'noIdentity', changed: [], removed: [] },
  ...{ retryAfterMs: null, isBlocked: false },
};

let busySince: number | null = null;

/** Null when another tab pulls: its rows are shared. Two pulls at once would be wasteful but never wrong. */
async function pullAlone(ports: PullPorts): Promise<PullResult | null> {
  const found = findPrivateStore();
  if (found === null) return NO_IDENTITY;
  const store = inBackground(found);
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return pull(store, ports);
  const isStalled = busySince !== null && Date.now() - busySince > LOCK_TIMEOUT_MS;
  return locks.request(lockName(store), isStalled ? { steal: true } : { ifAvailable: true }, async (lock) => {
    busySince = lock === null ? (busySince ?? Date.now()) : null;
    return lock === null ? null : pull(store, ports);
  });
}

function lockName({ userId }: PrivateStore): string {
  return `carrel-pull-${userId}`;
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
