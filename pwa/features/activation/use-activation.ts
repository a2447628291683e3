import { useEffect, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { findCommand, listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { discardCommand } from '#pwa/sync/outbox/outbox.ts';
import type { ActivationTarget } from './activation-target.ts';
import {
  beginEntering,
  endEntering,
  failEntering,
  followRow,
  noTrail,
  readTrail,
  type Trail,
} from './activation-trail.ts';
import { type ActivationView, viewActivation } from './activation-view.ts';
import { useRefusal } from './use-refusal.ts';

/** How long the button is busy before the screen says that the code is saved on the device. */
const REPLY_TIMEOUT_MS = 5_000;

export interface Activation {
  readonly view: ActivationView;
  /**
   * Whether a code is pending or was entered in this page: its outcome is shown here instead of a redirect.
   */
  readonly isWatching: boolean;
  /** The previously entered code, for review; empty if there is none. */
  readonly enteredCode: string;
  readonly submit: (code: string) => Promise<void>;
  /** Discards the waiting code, so that another can be entered. */
  readonly withdraw: () => Promise<void>;
  /** Leaves the waiting code in the outbox and accepts another. */
  readonly addAnother: () => void;
}

/** Follows the activation of a course, or of a code whose course is unknown, wherever it was entered. */
export function useActivation(target: ActivationTarget): Activation & { readonly row: OutboxRow | null } {
  const userId = useUserId();
  const { place } = target;
  const [trail, setTrail] = useState<Trail<OutboxRow>>(noTrail);
  const isOnline = useIsOnline();
  const [leftIds, setLeftIds] = useState<readonly string[]>([]);
  const found = usePrivateQuery(
    (store) => findActivation(store, target, { commandId: trail.id, leftIds }),
    [place, trail.id, leftIds.join()],
  );
  if (found && found !== trail.row) setTrail(followRow(trail, found));
  const { row, isComing } = readTrail(trail, found);
  const { refusal, forget } = useRefusal(place, row, row === null ? '' : target.codeOf(row.command));
  const shown = refusal === null ? row : (row ?? refusedRow(refusal.problem));
  const view = viewActivation(shown, { isOnline, isComing, hasWaited: useHasTimedOut(row) });

  const submit = async (code: string) => {
    // Set before the first await: the server may respond before the store does.
    setTrail(beginEntering);
    try {
      const id = await target.enqueue(userId, code);
      forget();
      setTrail((now) => endEntering(now, id));
    } catch (error) {
      setTrail(failEntering);
      throw error;
    }
  };
  const withdraw = async () => {
    if (row) await discardCommand(row.id);
    setTrail(noTrail);
  };
  const addAnother = () => {
    if (row) setLeftIds([...leftIds, row.id]);
    setTrail(noTrail);
  };
  const waitingCode = row === null || row.state === 'acknowledged' ? '' : target.codeOf(row.command);
  const enteredCode = row === null ? (refusal?.code ?? '') : waitingCode;
  return { view, isWatching: row !== null || isComing, enteredCode, submit, withdraw, addAnother, row };
}

const refusedRow = (lastProblem: string) => ({ state: 'refused', lastProblem, lastStatus: null }) as const;

async function findActivation(
  store: PrivateStore,
  { isOwn }: ActivationTarget,
  { commandId, leftIds }: { readonly commandId: string | null; readonly leftIds: readonly string[] },
): Promise<OutboxRow | null> {
  const followed = commandId === null ? null : await findCommand(store, commandId);
  if (followed !== null) return followed;
  // A reissued command has another id, and one from another visit has no known id; both are found by their
  // target.
  const unsent = await listUnsent(store);
  return unsent.findLast(({ id, command }) => isOwn(command) && !leftIds.includes(id)) ?? null;
}

/** True once the row has been pending for longer than the timeout. */
function useHasTimedOut(row: OutboxRow | null): boolean {
  const [timedOutFor, setTimedOutFor] = useState<string | null>(null);
  const id = row?.id ?? null;
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(() => setTimedOutFor(id), REPLY_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return id !== null && timedOutFor === id;
}
