import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { ChipTone } from '#pwa/ui/display/chip.tsx';
import type { Command } from '#schema/commands/all-commands.ts';
import { hasRequiredFields } from './editor-model.ts';
import { findSaveProblem } from './editor-rules.ts';

export interface StateFacts {
  /** Whether there are changes for Save Course. */
  readonly isDraft: boolean;
  /** Whether the course was never saved: without a draft there is nothing of it. */
  readonly isNew: boolean;
  /** Whether the last write of the draft failed. */
  readonly isDraftLost: boolean;
  /** Edits and files of this course that are sent automatically. */
  readonly waiting: number;
  readonly refused: number;
}

interface State {
  readonly tone: ChipTone;
  readonly text: string;
}

/** Where the course is, as the user sees it. */
export function describeSaved({ isDraft, isNew, isDraftLost, waiting, refused }: StateFacts): State {
  if (isDraft && isDraftLost) return { tone: 'bad', text: 'Draft, not saved on this device' };
  if (isDraft) return { tone: 'wait', text: 'Draft on this device' };
  if (isNew) return { tone: 'neutral', text: 'New' };
  if (refused > 0) return { tone: 'bad', text: 'Saved on this device, needs you' };
  if (waiting > 0) return { tone: 'wait', text: 'Saved on this device, waiting to sync' };
  return { tone: 'ok', text: 'Saved on the server' };
}

/** Whether learners find the course, and whether that changes with an edit that waits. */
export function describePublished(
  { status, isTemplate }: Pick<AdminCourseOutline, 'status' | 'isTemplate'>,
  commands: readonly Command[],
): State {
  if (isTemplate === 1) return { tone: 'neutral', text: 'Template' };
  const isPublished = status === 'published';
  const text = isPublished ? 'Published' : 'Not published';
  if (commands.some(changesStatus)) return { tone: 'wait', text: `${text} once it is synced` };
  return { tone: isPublished ? 'ok' : 'neutral', text };
}

function changesStatus(command: Command): boolean {
  if (command.kind === 'course.setStatus') return true;
  return command.kind === 'course.update' && command.args.changes.status !== undefined;
}

const NAMED_MAX = 3;

/** What is missing until the displayed course can be published; null if nothing is. */
export function whyNotPublishable(course: AdminCourseOutline): string | null {
  if (!hasRequiredFields(course)) return 'Fill in the title, the description and the instructor.';
  if (course.modules.length === 0) return 'Add a module with a lesson.';
  const empty = course.modules.filter(({ lessons }) => lessons.length === 0);
  const names = empty.slice(0, NAMED_MAX).map(({ title }) => `“${title || 'Untitled'}”`);
  if (empty.length > NAMED_MAX)
    return `Add a lesson to ${names.join(', ')} and ${empty.length - NAMED_MAX} more.`;
  if (empty.length > 0) return `Add a lesson to ${names.join(', ')}.`;
  return findSaveProblem({ ...course, status: 'published' });
}
