import { useEffect, useState } from 'react';
import { useIsOnline } from '../../session/use-is-online.ts';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { useUserId } from '../../session/use-user-id.ts';
import { findCommand, listUnsent, type OutboxRow } from '../../store/outbox.ts';
import type { PrivateStore } from '../../store/private-store.ts';
import { discardCommand, enqueueActivation } from '../../sync/outbox.ts';
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

/** How long a busy button is looked at before the screen says that the code is kept. */
const PATIENCE_MS = 5_000;

export interface Activation {
  readonly view: ActivationView;
  /** A code of this course is (or was, in this page) under way: its outcome is shown here, not on another page. */
  readonly isWatching: boolean;
  /** The code that was entered before, to be looked at again; blank when there is none. */
  readonly enteredCode: string;
  readonly submit: (code: string) => Promise<void>;
  /** Takes the waiting code back, so that another can be entered. */
  readonly withdraw: () => Promise<void>;
}

/** Follows the one activation of a course through the outbox, wherever it was begun. */
export function useActivation(courseId: string, courseTitle: string | null): Activation {
  const userId = useUserId();
  const [trail, setTrail] = useState<Trail<OutboxRow>>(noTrail);
  const isOnline = useIsOnline();
  const found = usePrivateQuery((store) => findActivation(store, courseId, trail.id), [courseId, trail.id]);
  if (found && found !== trail.row) setTrail(followRow(trail, found));
  const { row, isComing } = readTrail(trail, found);
  const view = viewActivation(row, { isOnline, isComing, hasWaited: usePatience(row) });

  const submit = async (code: string) => {
    // Before anything is waited for: the server's word may come sooner than the store's.
    setTrail(beginEntering);
    try {
      const title = courseTitle ?? 'your course';
      const id = await enqueueActivation(userId, { courseId, courseTitle: title, code });
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
  return { view, isWatching: row !== null || isComing, enteredCode: codeOf(row), submit, withdraw };
}

async function findActivation(
  store: PrivateStore,
  courseId: string,
  commandId: string | null,
): Promise<OutboxRow | null> {
  const followed = commandId === null ? null : await findCommand(store, commandId);
  if (followed !== null) return followed;
  // Retried elsewhere it has another id; entered on another day it is found by its course.
  const unsent = await listUnsent(store);
  return unsent.findLast(({ command }) => isActivationOf(command, courseId)) ?? null;
}

function isActivationOf(command: OutboxRow['command'], courseId: string): boolean {
  return command.kind === 'course.activate' && command.args.courseId === courseId;
}

function codeOf(row: OutboxRow | null): string {
  if (row === null || row.state === 'acknowledged') return '';
  return row.command.kind === 'course.activate' ? row.command.args.activationCode : '';
}

/** True once the row has been under way for longer than somebody likes to look at a busy button. */
function usePatience(row: OutboxRow | null): boolean {
  const [exhaustedFor, setExhaustedFor] = useState<string | null>(null);
  const id = row?.id ?? null;
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(() => setExhaustedFor(id), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return id !== null && exhaustedFor === id;
}
