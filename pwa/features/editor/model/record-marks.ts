import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { type Drafts, placeOf } from '../draft/editor-draft.ts';

/**
 * The number of unsaved records per module id: its own draft and those of its lessons, including deletions.
 */
export function countUnsaved({ modules, lessons }: Drafts): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (moduleId: string) => counts.set(moduleId, (counts.get(moduleId) ?? 0) + 1);
  for (const id of Object.keys(modules)) add(id);
  for (const draft of Object.values(lessons)) add(placeOf(draft));
  return counts;
}

/** The ids of modules and lessons with an edit that the server refused or that conflicts with another. */
export function listRefused(unsent: readonly OutboxRow[]): ReadonlySet<string> {
  const refused = unsent.filter(({ state, lastProblem }) => state === 'refused' && lastProblem !== null);
  return new Set(refused.flatMap(({ command }) => recordsOf(command)));
}

/** The ids of the records that an edit targets, except the course. */
export function recordsOf({ args }: OutboxRow['command']): string[] {
  return [
    ...('moduleId' in args ? [args.moduleId] : []),
    ...('lessonId' in args ? [args.lessonId] : []),
    ...('entityId' in args ? [args.entityId] : []),
  ];
}

/** The label for the unsaved records of a closed module; null if there are none. */
export function describeUnsaved(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? 'not saved' : `${count} not saved`;
}
