import type { ProgressEntry } from '#schema/learning/progress.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { OutboxRow } from '../store/account/outbox.ts';

/** A command id that sorts and reads as its number. */
export function commandId(order: number): string {
  return `019a0000-0000-7000-8000-${String(order).padStart(12, '0')}`;
}

/** Fields of every row that was just queued. */
export const fresh = {
  v: FORMAT_VERSION,
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: null,
  lastStatus: null,
  lastProblem: null,
  acknowledgedAt: null,
} as const;

/** Fields of every command; its id is its number. */
export function envelope(order: number) {
  return {
    id: commandId(order),
    userId: 'alice',
    version: FORMAT_VERSION,
    createdAt: '2026-11-21T08:00:00.000Z',
  };
}

export function activationRow(order: number, courseId: string, parts: Partial<OutboxRow> = {}): OutboxRow {
  const args = { courseId, courseTitle: courseId, activationCode: 'CODE-1' };
  const command = { ...envelope(order), kind: 'course.activate', args } as const;
  return { ...fresh, order, id: command.id, command, ...parts };
}

export function progressRow(order: number, lessonId: string, parts: Partial<OutboxRow> = {}): OutboxRow {
  return progressRowOf(order, [completion(lessonId, '2026-11-21T08:00:00.000Z')], parts);
}

export function progressRowOf(
  order: number,
  entries: ProgressEntry[],
  parts: Partial<OutboxRow> = {},
): OutboxRow {
  const command = { ...envelope(order), kind: 'progress.save', args: { entries } } as const;
  return { ...fresh, order, id: command.id, command, ...parts };
}

export function completion(lessonId: string, at: string): ProgressEntry {
  return { lessonId, completedAt: at, updatedAt: at };
}

export function position(lessonId: string, positionSeconds: number, updatedAt: string): ProgressEntry {
  return { lessonId, positionSeconds, updatedAt };
}
