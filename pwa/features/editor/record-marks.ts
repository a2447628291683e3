import type { OutboxRow } from '../../store/outbox.ts';
import type { Drafts } from './editor-draft.ts';

/** How many unsaved records each module holds by its id: its own draft and those of its lessons, deleted ones too. */
export function countUnsaved({ modules, lessons }: Drafts): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (moduleId: string) => counts.set(moduleId, (counts.get(moduleId) ?? 0) + 1);
  for (const id of Object.keys(modules)) add(id);
  for (const { moduleId } of Object.values(lessons)) add(moduleId);
  return counts;
}

/** The ids of modules and lessons that an edit is about which the server refused or which met another edit. */
export function listRefused(unsent: readonly OutboxRow[]): ReadonlySet<string> {
  const refused = unsent.filter(({ state, lastProblem }) => state === 'refused' && lastProblem !== null);
  return new Set(refused.flatMap(({ command }) => recordsOf(command)));
}

/** The module and lesson that an edit is about; none for an edit of the course itself. */
export function recordsOf({ args }: OutboxRow['command']): string[] {
  return [
    ...('moduleId' in args ? [args.moduleId] : []),
    ...('lessonId' in args ? [args.lessonId] : []),
    ...('entityId' in args ? [args.entityId] : []),
  ];
}

/** What the head of a closed module says of its unsaved records; null where there are none. */
export function describeUnsaved(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? 'not saved' : `${count} not saved`;
}
