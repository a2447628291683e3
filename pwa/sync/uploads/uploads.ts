import { watchToken } from '#pwa/api/token.ts';
import { updateCanary } from '#pwa/store/account/canary.ts';
import { findUpload, findUploadBytes, summarizeUploads } from '#pwa/store/account/uploads.ts';
import { inBackground } from '#pwa/store/database/in-background.ts';
import { watchKnownUser } from '#pwa/store/database/known-user.ts';
import { watchPrivate } from '#pwa/store/database/live.ts';
import { withLock } from '#pwa/store/database/lock.ts';
import { openPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import type { UploadRow } from '#pwa/store/database/upload-rows.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { onReplayRequest, type ReplayCall, requestReplay } from '../outbox/signal.ts';
import { attemptsOf, backoffMs } from '../replay/schedule/backoff.ts';
import { online } from '../status/connectivity.ts';
import { findIdentity, type Identity } from '../status/identity.ts';
import { type SendOutcome, sendFile } from './send-file.ts';
import {
  applyUploadOutcome,
  claimUpload,
  isStalled,
  noteProgress,
  reconcileUploads,
} from './upload-state.ts';

/*
 * Sends files, one at a time and in one tab at a time:
 *
 *   resting ──run──> reconciling ──> claiming ──> sending ──arrived, refused──> reconciling
 *      ^ │ none due └──no connection, session over──┐
 *      └───────────── timer ────────────┴────────────────────────────────────────────┘
 *
 * - The state of a file is only in its row, written in transactions and read again after every step. After a
 *   page dies, the upload continues at the first byte that the server lacks.
 * - No lock on the store and no transaction is held while a piece is under way.
 */

const SHORTEST_SLEEP_MS = 250;
const LONGEST_SLEEP_MS = 60_000;
/** How soon to check again while another tab is sending. */
const OTHER_TAB_MS = 10_000;

/**
 * Sends waiting and future files as long as a user with a session is signed in. Returns a function that
 * stops.
 */
export function startUploads(): () => void {
  const uploader = createUploader();
  const onIdentity = () => uploader.run('eager');
  const stops = [
    watchPrivate(summarizeUploads, {
      next: (summary) => {
        uploader.recheck();
        if (summary !== null) uploader.run('ordinary');
      },
      error: () => undefined,
    }),
    online.subscribe(() => online.get() && uploader.run('eager')),
    onReplayRequest((call) => call === 'eager' && uploader.run(call)),
    watchKnownUser(onIdentity),
    watchToken(onIdentity),
    () => uploader.stop(),
  ];
  uploader.run('ordinary');
  return () => {
    for (const stop of stops) stop();
  };
}

interface Uploader {
  run(call: ReplayCall): void;
  /** Checks whether the file under way may continue. */
  recheck(): void;
  stop(): void;
}

interface Underway {
  readonly store: PrivateStore;
  readonly uploadId: string;
  readonly controller: AbortController;
}

function createUploader(): Uploader {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let next: ReplayCall | null = null;
  let isRunning = false;
  let isStopped = false;
  let underway: Underway | null = null;
  let stops = 0;
  let restsUntilMs = 0;

  const setUnderway = (now: Underway | null) => {
    underway = now;
  };
  const sleepUntil = (nextDueMs: number | null) => {
    clearTimeout(timer);
    if (isStopped || nextDueMs === null) return;
    const ms = Math.min(LONGEST_SLEEP_MS, Math.max(SHORTEST_SLEEP_MS, nextDueMs - Date.now()));
    timer = setTimeout(() => run('ordinary'), ms);
  };

  const work = async () => {
    isRunning = true;
    for (let call = next; call !== null && !isStopped; call = next) {
      next = null;
      if (call === 'ordinary' && Date.now() < restsUntilMs) {
        sleepUntil(restsUntilMs);
        continue;
      }
      const isEager = call === 'eager';
      const turn = { isEager, setUnderway, isStopped: () => isStopped };
      const { nextDueMs, failed } = await sendDue(turn).catch(() => NOTHING_DUE);
      // The next file would fail too.
      stops = failed === null ? 0 : stops + 1;
      restsUntilMs =
        failed === null ? 0 : Date.now() + backoffMs(attemptsOf(stops, failed.isBlocked), Math.random());
      sleepUntil(nextDueMs === null ? null : Math.max(nextDueMs, restsUntilMs));
    }
    isRunning = false;
  };

  const run = (call: ReplayCall) => {
    if (isStopped) return;
    next = call === 'eager' ? call : (next ?? call);
    if (!isRunning) void work();
  };

  return {
    run,
    recheck: () => void abortIfOver(underway),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      underway?.controller.abort();
    },
  };
}

/** A pause or cancellation, in whichever tab, aborts the request that is under way. */
async function abortIfOver(underway: Underway | null): Promise<void> {
  if (underway === null) return;
  const row = await findUpload(underway.store, underway.uploadId).catch(() => null);
  if (row?.state !== 'sending') underway.controller.abort();
}

export interface Turn {
  /** The connection seems to be back: delays are ignored. */
  readonly isEager: boolean;
  readonly isStopped: () => boolean;
  readonly setUnderway: (underway: Underway | null) => void;
}

export interface TurnResult {
  /** When to check again (ms); null if only a change can make something due. */
  readonly nextDueMs: number | null;
  /** The file that did not reach the server, which ended the turn. */
  readonly failed: { readonly isBlocked: boolean } | null;
}

const NOTHING_DUE: TurnResult = { nextDueMs: null, failed: null };

/** Sends all that is due, until a file does not reach the server. */
export async function sendDue(turn: Turn): Promise<TurnResult> {
  const identity = findIdentity();
  if (identity === null) return NOTHING_DUE;
  const store = inBackground(openPrivateStore(identity.userId));
  if ((await summarizeUploads(store)) === null) return NOTHING_DUE;
  const otherTab = { nextDueMs: Date.now() + OTHER_TAB_MS, failed: null };
  const options = (await isStalled(store)) ? { stealAfterMs: 0 } : { ifFree: true };
  const sent = await withLock(`carrel-uploads-${store.userId}`, () => sendOneByOne(store, turn), options);
  return sent ?? otherTab;
}

async function sendOneByOne(
  store: PrivateStore,
  { isEager, isStopped, setUnderway }: Turn,
): Promise<TurnResult> {
  for (let mayHurry = isEager; !isStopped(); mayHurry = false) {
    const identity = findIdentity();
    if (identity === null || identity.userId !== store.userId) return NOTHING_DUE;
    await reconcileUploads(store);
    await updateCanary(store);
    const { row, nextDueMs } = await claimUpload(store, Date.now(), mayHurry);
    if (row === null) return { nextDueMs, failed: null };
    const outcome = await send(store, row.uploadId, { identity, setUnderway });
    await applyUploadOutcome(store, row.uploadId, outcome);
    if (outcome.kind === 'arrived') requestReplay();
    if (outcome.kind === 'sessionOver') return NOTHING_DUE;
    const isLost = outcome.kind === 'retry' && (outcome.status === 0 || outcome.isBlocked);
    if (isLost && !(await hasProgressed(store, row))) return { nextDueMs: Date.now(), failed: outcome };
  }
  return NOTHING_DUE;
}

/** On a slow connection a file fails often, and nevertheless arrives. */
async function hasProgressed(store: PrivateStore, { uploadId, sentBytes }: UploadRow): Promise<boolean> {
  const row = await findUpload(store, uploadId);
  return row !== null && row.sentBytes > sentBytes;
}

async function send(
  store: PrivateStore,
  uploadId: string,
  { identity, setUnderway }: Pick<Turn, 'setUnderway'> & { readonly identity: Identity },
): Promise<SendOutcome> {
  const row = await findUpload(store, uploadId);
  const bytes = await findUploadBytes(store, uploadId);
  if (row === null) return { kind: 'stopped' };
  if (bytes === null) return { kind: 'refused', problem: adminMessages.fileLost, status: 0 };
  const controller = new AbortController();
  setUnderway({ store, uploadId, controller });
  try {
    return await sendFile(row, bytes, {
      token: identity.token,
      signal: controller.signal,
      onProgress: (sentBytes) => noteProgress(store, uploadId, sentBytes),
    });
  } finally {
    setUnderway(null);
  }
}
