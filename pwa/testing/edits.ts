import type { Command, CommandBody } from '#schema/commands/all-commands.ts';
import type { AdminLesson, AdminModule } from '#schema/editor/editor.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { OutboxRow } from '../store/account/outbox.ts';

const at = '2026-11-21T08:00:00.000Z';

/** A queued editor command; its id reads as its number. */
export function editorRow(order: number, body: CommandBody, parts: Partial<OutboxRow> = {}): OutboxRow {
  const id = `019a0000-0000-7000-8000-${String(order).padStart(12, '0')}`;
  const command: Command = { id, userId: 'alice', version: FORMAT_VERSION, createdAt: at, ...body };
  return {
    ...{ order, id, command, v: FORMAT_VERSION, state: 'waiting', attempts: 0 },
    ...{ nextAttemptAt: null, lastStatus: null, lastProblem: null, acknowledgedAt: null },
    ...parts,
  };
}

export function adminLessonOf(id: string, parts: Partial<AdminLesson> = {}): AdminLesson {
  return {
    ...{ ...lessonEntity.defaults, id, title: `Title of ${id}`, duration: 5, type: 'text', resources: [] },
    ...{ content: `<p>Text of ${id}</p>`, videoSizeBytes: null, version: 1, position: 'a0' },
    ...parts,
  };
}

export function adminModuleOf(
  id: string,
  lessons: AdminLesson[],
  parts: Partial<AdminModule> = {},
): AdminModule {
  return { id, title: `Title of ${id}`, description: '', version: 1, position: 'a0', lessons, ...parts };
}
