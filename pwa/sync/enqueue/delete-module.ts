import { targetOf } from '../commands/recreate/replacement.ts';
import { readShownCourse } from '../commands/shown-course.ts';
import { type Coalesced, coalesceDelete, type DeleteBody, listShown } from './editor-coalesce.ts';
import type { EditorQueue } from './editor-queue.ts';

type ModuleDelete = Extract<DeleteBody, { kind: 'module.delete' }>;

/**
 * The deletion of a module as its user saw it: without the lessons that unsent edits move out of it, and with those
 * that they move into it, which are deleted before it.
 */
export async function planModuleDelete(
  queue: EditorQueue,
  body: ModuleDelete,
): Promise<{ readonly lessons: readonly DeleteBody[]; readonly coalesce: () => Coalesced }> {
  const { courseId, moduleId } = body.args;
  const commands = listShown(queue.unsent);
  const course = await readShownCourse(queue.tx, [...queue.unpulled, ...commands], courseId);
  const places = new Map(
    course?.modules.flatMap(({ id, lessons }) => lessons.map((lesson) => [lesson.id, id] as const)),
  );
  const movedIn = commands.filter(
    (command) =>
      command.kind === 'lesson.update' &&
      targetOf(command) === moduleId &&
      places.get(command.args.lessonId) === moduleId,
  );
  const lessons = movedIn.flatMap((command): DeleteBody[] => {
    if (command.kind !== 'lesson.update') return [];
    // Its own deletion is not one of the edits that the module's deletion cancels.
    places.delete(command.args.lessonId);
    const { base: _, changes: __, ...args } = command.args;
    return [{ kind: 'lesson.delete', args }];
  });
  return {
    lessons,
    coalesce: () => coalesceDelete(queue.unsent, body, (lessonId) => places.get(lessonId)),
  };
}
