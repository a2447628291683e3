import type { Command } from '#schema/commands.ts';
import type { KeepAsideArgs } from '#schema/editor-commands.ts';
import type { FieldValue, FieldValues } from '#schema/merge.ts';
import { isEdit } from './edited-row.ts';
import { changesOf } from './rebase.ts';

/**
 * The words of an edit that were not taken, as the history keeps them; of some fields or of all. Null
 * where there are none: a deletion says nothing, and where somebody moved a row is no text.
 */
export function asideOf(command: Command, only?: readonly string[]): KeepAsideArgs | null {
  const row = rowOf(command);
  if (row === null) return null;
  const fields: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries(row.words)) {
    if (value !== undefined && field !== 'position' && only?.includes(field) !== false) fields[field] = value;
  }
  const { words: _, ...about } = row;
  return Object.keys(fields).length === 0 ? null : { ...about, fields };
}

type About = Omit<KeepAsideArgs, 'fields'> & { readonly words: FieldValues };

function rowOf(command: Command): About | null {
  if (command.kind === 'lesson.create') {
    const { courseId, moduleId: _, lessonId: entityId, ...words } = command.args;
    return { courseId, entity: 'lesson', entityId, entityTitle: words.title, words };
  }
  if (command.kind === 'resource.create') {
    const { courseId, resourceId: entityId, title, type, url } = command.args;
    return { courseId, entity: 'resource', entityId, entityTitle: title, words: { title, type, url } };
  }
  if (!isEdit(command)) return null;
  const words = changesOf(command);
  switch (command.kind) {
    case 'course.update': {
      const { courseId, courseTitle: entityTitle } = command.args;
      return { courseId, entity: 'course', entityId: courseId, entityTitle, words };
    }
    case 'module.update': {
      const { courseId, moduleId: entityId, moduleTitle: entityTitle } = command.args;
      return { courseId, entity: 'module', entityId, entityTitle, words };
    }
    default: {
      const { courseId, lessonId: entityId, lessonTitle: entityTitle } = command.args;
      return { courseId, entity: 'lesson', entityId, entityTitle, words };
    }
  }
}
