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
import { createLoop, type Failed } from '../loop.ts';
import { onReplayRequest, requestReplay } from '../outbox/signal.ts';
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
 *   idle ──> reconciling ──> claiming ──> sending ──arrived, refused──> reconciling
 *    ^                          │ none due └──no connection, session over──┐
 *    └──────────────────────────┴──────────────────────────────────────────┘
 *
 * - The state of a file is only in its row, written in transactions and read again after every step. After a
 *   page dies, the upload continues at the first byte that the server lacks.
 * - No lock on the store and no transaction is held while a piece is under way.
 */

const LONGEST_SLEEP_MS = 60_000;
/** How soon to check again while another tab is sending. */
const OTHER_TAB_MS = 10_000;

/**
 * Sends waiting and future files as long as a user with a session is signed in. Returns a function that
 * stops.
 */
export function startUploads(): () => void {
  let underway: Underway | null = null;
  const setUnderway = (now: Underway | null) => {
    underway = now;
  };
  const loop = createLoop(
    async (call, signal) => {
      const isStopped = () => signal.aborted;
      const { nextDueMs, failed } = await sendDue({ isEager: call === 'eager', setUnderway, isStopped });
      // The next file would fail too.
      if (failed !== null) return failed;
      return nextDueMs === null ? null : Math.min(LONGEST_SLEEP_MS, nextDueMs - Date.now());
    },
    { isPatient: true },
  );
  const hurry = () => void loop.run('eager');
  const stops = [
    watchPrivate(summarizeUploads, {
      next: (summary) => {
        void abortIfOver(underway);
        if (summary !== null) void loop.run();
      },
      error: () => undefined,
    }),
    online.subscribe(() => online.get() && hurry()),
    onReplayRequest((call) => call === 'eager' && hurry()),
    watchKnownUser(hurry),
    watchToken(hurry),
    loop.stop,
    () => underway?.controller.abort(),
  ];
  void loop.run();
  return () => {
    for (const stop of stops) stop();
  };
}

interface Underway {
  readonly store: PrivateStore;
  readonly uploadId: string;
  readonly controller: AbortController;
}

/** A pause or cancellation, in whichever tab, aborts the request that is under way. */
async function abortIfOver(underway: Underway | null): Promise<void> {
  if (underway === null) return;
  const row = await findUpload(underway.store, underway.uploadId).catch(() => null);
  if (row?.state !== 'sending') underway.controller.abort();
}

export interface SendOptions {
  /** The connection seems to be back: delays are ignored. */
  readonly isEager: boolean;
  readonly isStopped: () => boolean;
  readonly setUnderway: (underway: Underway | null) => void;
}

export interface SendResult {
  /** When to check again (ms); null if only a change can make something due. */
  readonly nextDueMs: number | null;
  /** The file that did not reach the server, which ended the round. */
  readonly failed: Failed | null;
}

const NOTHING_DUE: SendResult = { nextDueMs: null, failed: null };

/** Sends all that is due, until a file does not reach the server. */
export async function sendDue(options: SendOptions): Promise<SendResult> {
  const identity = findIdentity();
  if (identity === null) return NOTHING_DUE;
  const store = inBackground(openPrivateStore(identity.userId));
  if ((await summarizeUploads(store)) === null) return NOTHING_DUE;
  const otherTab = { nextDueMs: Date.now() + OTHER_TAB_MS, failed: null };
  const lock = (await isStalled(store)) ? { stealAfterMs: 0 } : { ifFree: true };
  const sent = await withLock(`carrel-uploads-${store.userId}`, () => sendOneByOne(store, options), lock);
  return sent ?? otherTab;
}

async function sendOneByOne(
  store: PrivateStore,
  { isEager, isStopped, setUnderway }: SendOptions,
): Promise<SendResult> {
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
  { identity, setUnderway }: Pick<SendOptions, 'setUnderway'> & { readonly identity: Identity },
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
