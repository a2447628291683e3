import type { Command } from '#schema/commands/all-commands.ts';
import { watchToken } from '../api/token.ts';
import { requestDownloads } from '../downloads/plans/request-downloads.ts';
import { boundOutbox } from '../store/account/acknowledged/bound-outbox.ts';
import { findLostCommands } from '../store/account/canary.ts';
import { dismissLostCommands } from '../store/account/canary-note.ts';
import { removeSpentImportTexts } from '../store/account/import-texts.ts';
import { removeSpentCopies } from '../store/account/spent-copies.ts';
import { readKnownUser, watchKnownUser } from '../store/database/known-user.ts';
import { openPrivateStore } from '../store/database/private-store.ts';
import { showPendingProfile } from './commands/pending-profile.ts';
import { copyLater } from './copy/copy-later.ts';
import { restoreLost } from './copy/restore-lost.ts';
import { startDownloads } from './downloads.ts';
import { indexLater } from './index-later.ts';
import type { Loop } from './loop.ts';
import { createFileMaintenance } from './maintain-files.ts';
import { onReplayRequest } from './outbox/signal.ts';
import { watchEvents } from './pull/event-watch.ts';
import { appPullPorts, offerPull } from './pull/pull-run.ts';
import { createPuller, type Puller } from './pull/puller.ts';
import { downloadCourse, downloadMissingCourses } from './pull/refresh.ts';
import { wipeUnlessAdmin } from './pull/wipe-unless-admin.ts';
import { createEngine } from './replay/engine.ts';
import { startWatchdog } from './replay/watchdog.ts';
import { startConnectionMonitor } from './start-connection-monitor.ts';
import { watchAttention } from './status/attention.ts';
import { online } from './status/connectivity.ts';
import { isIntercepted, startDoubt } from './status/doubt.ts';
import { findIdentity } from './status/identity.ts';
import { clearLost, publishStatus, unwatchStatus, watchStatus } from './status/watch-status.ts';
import { startVerifying } from './verify-later.ts';
import { watchSharedFiles } from './watch-shared-files.ts';

/** A page that stays open bounds its acknowledged commands again after so many acks, once they are all stored. */
const ACKS_UNTIL_BOUND = 200;

let stopCurrent: (() => void) | null = null;

/**
 * Starts the connection monitor and the engine: the outbox is replayed now, when the connection is back, when
 * the page becomes visible again, after each edit, after a login and by timer; the status is counted; changes
 * are pulled on the same occasions, after acks and when the server reports some. A second call changes
 * nothing. Returns a function that stops.
 */
export function startSync(): () => void {
  stopCurrent ??= start();
  return stopCurrent;
}

function start(): () => void {
  let acks = 0;
  const engine = createEngine((command) => {
    downloadUnlockedCourse(command);
    acks += 1;
    finishDrain(command.userId);
  });
  const isSending = () => !engine.isIdle();
  const puller = createPuller({ ...appPullPorts, isSending });
  // None of these between the batches of a drain. Each pull would fetch what the batch before it did, and
  // delay the next; and bounding only reads what the acks write, which takes no more space than the edits did.
  const pullSoon = () => void engine.untilIdle().then(puller.soon);
  const pullForScreen = () => engine.untilIdle().then(() => puller.run());
  const finishDrain = onceIdle(engine, (userId: string) => {
    puller.soon();
    if (acks < ACKS_UNTIL_BOUND) return;
    acks = 0;
    void quietly(() => boundOutbox(openPrivateStore(userId)));
  });
  const maintenance = createFileMaintenance();
  const followIdentity = createIdentityFollower({ engine, puller, maintenance });
  const stops = [
    startConnectionMonitor(),
    startDoubt(),
    online.subscribe(() => {
      publishStatus();
      if (online.get()) catchUp(engine, puller);
    }),
    isIntercepted.subscribe(publishStatus),
    onReplayRequest((call) => void engine.run(call)),
    offerPull(pullForScreen),
    watchKnownUser(followIdentity),
    watchKnownUser(() => void quietly(wipeUnlessAdmin)),
    watchToken(followIdentity),
    watchAttention(() => {
      void engine.run('eager');
      puller.soon();
      maintenance.soon();
    }),
    watchEvents({
      onPull: pullSoon,
      // During a drain, events contain the edits that it sends. The pull at its end fetches them with all others.
      onPage: (page, userId) => (isSending() ? pullSoon() : puller.receive(page, userId)),
    }),
    startDownloads(),
    watchSharedFiles(),
    startVerifying(),
    startWatchdog(() => void engine.run('restart')),
    indexLater(),
    copyLater(),
    unwatchStatus,
    engine.stop,
    puller.stop,
    maintenance.stop,
  ];
  followIdentity();
  return () => {
    for (const stop of stops) stop();
    stopCurrent = null;
  };
}

/** Returns a function that runs `work` when the drain under way has ended, once however often it is called. */
function onceIdle<T>(engine: Loop, work: (value: T) => void): (value: T) => void {
  let isPlanned = false;
  return (value) => {
    if (isPlanned) return;
    isPlanned = true;
    void engine.untilIdle().then(() => {
      isPlanned = false;
      work(value);
    });
  };
}

/** The user has read that changes were lost; the status stops reporting it. */
export function dismissLost(): void {
  const user = readKnownUser();
  if (user !== null) dismissLostCommands(user.id);
  clearLost();
}

interface Loops {
  readonly engine: Loop;
  readonly puller: Puller;
  readonly maintenance: Loop;
}

/** Another user, or a session that ended or resumed: the current user's outbox is replayed. */
function createIdentityFollower({ engine, puller, maintenance }: Loops): () => void {
  let userId: string | null = null;
  let token: string | null = null;
  return () => {
    const knownId = readKnownUser()?.id ?? null;
    const current = findIdentity();
    const isOther = knownId !== userId;
    const isResumed = current !== null && (isOther || token === null);
    userId = knownId;
    token = current?.token ?? null;
    if (isOther) void prepareUser(knownId, maintenance);
    else publishStatus();
    if (isResumed) {
      void engine.run('eager');
      void refreshAll(puller);
    }
  };
}

/** Counts a user's outbox after checking whether the browser has lost it. */
async function prepareUser(userId: string | null, maintenance: Loop): Promise<void> {
  watchStatus(0);
  if (userId === null) return;
  await quietly(async () => {
    const store = openPrivateStore(userId);
    await quietly(() => restoreLost(userId));
    const lost = await findLostCommands(store);
    if (lost > 0) watchStatus(lost);
    await showPendingProfile(store);
    await boundOutbox(store);
    await removeSpentCopies(store, Date.now());
    await removeSpentImportTexts(store);
    await maintenance.run();
    await wipeUnlessAdmin();
  });
}

/** The connection is back: send what waits, and then pull; both at once would only slow each other down. */
function catchUp(engine: Loop, puller: Puller): void {
  const sent = engine.run('eager');
  if (findIdentity() === null) return;
  void sent.then(() => {
    requestDownloads();
    return puller.run();
  });
}

/**
 * Pulls, and then downloads new courses whole, one by one. The pull from the start is small before the first of
 * them is here; after it, it would contain the same text once more.
 */
async function refreshAll(puller: Puller): Promise<void> {
  await puller.run();
  await quietly(downloadMissingCourses);
  requestDownloads();
}

function downloadUnlockedCourse(command: Command): void {
  if (command.kind === 'course.activate') void quietly(() => downloadCourse(command.args.courseId));
  // The session already knows which course it is.
  if (command.kind === 'code.redeem') void quietly(downloadMissingCourses);
}

/** Background work: the next occasion retries a failure, and api/ records the failed call. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // The connection was lost, the session ended or the user signed out meanwhile.
  }
}
