import * as v from 'valibot';
import { CourseFields, LessonFields, ModuleFields } from '#schema/editor-commands.ts';
import { type FieldValue, type FieldValues, isSameValue, mergeFields } from '#schema/merge.ts';
import { messages } from '#schema/messages.ts';
import type { EditCommand, EditedRow } from './edited-row.ts';

interface Rebased {
  /** The edit on the newer version, under its old id; null when nothing of it is left to say. */
  readonly command: EditCommand | null;
  /** Fields that a person has to decide; the command speaks of the others only. */
  readonly conflicts: string[];
}

/**
 * Puts an edit on a newer version of its row (theirs).
 *
 * @param decided what a person said of fields in conflict; it stands as it is
 */
export function rebaseEdit(command: EditCommand, theirs: EditedRow, decided: FieldValues = {}): Rebased {
  const mine = changesOf(command);
  const { merged, conflicts } = mergeFields({ base: baseOf(command), mine, theirs: theirs.fields });
  const changes: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries({ ...merged, ...decided })) {
    if (value !== undefined && !isSameValue(value, theirs.fields[field])) changes[field] = value;
  }
  const open = conflicts.filter((field) => decided[field] === undefined);
  if (Object.keys(changes).length === 0) return { command: null, conflicts: open };
  return { command: withChanges(command, changes, theirs), conflicts: open };
}

/** The fields that an edit changes, by name. */
export function changesOf(command: EditCommand): FieldValues {
  return command.kind === 'lesson.setVideo' ? { videoUrl: command.args.videoUrl } : command.args.changes;
}

function baseOf(command: EditCommand): FieldValues {
  return command.args.base;
}

function withChanges(
  command: EditCommand,
  changes: FieldValues,
  { version, fields }: EditedRow,
): EditCommand {
  const base = Object.fromEntries(Object.keys(changes).map((field) => [field, fields[field]]));
  switch (command.kind) {
    case 'course.update': {
      const edit = { base: v.parse(CourseFields, base), changes: v.parse(CourseFields, changes) };
      return { ...command, args: { ...command.args, ...edit, version } };
    }
    case 'module.update': {
      const edit = { base: v.parse(ModuleFields, base), changes: v.parse(ModuleFields, changes) };
      return { ...command, args: { ...command.args, ...edit, version } };
    }
    case 'lesson.update': {
      const edit = { base: v.parse(LessonFields, base), changes: v.parse(LessonFields, changes) };
      return { ...command, args: { ...command.args, ...edit, version } };
    }
    case 'lesson.setVideo': {
      const { videoUrl } = v.parse(VideoChange, changes);
      const seen = { videoUrl: v.parse(VideoSeen, base).videoUrl };
      return { ...command, args: { ...command.args, videoUrl, base: seen, version } };
    }
  }
}

const VideoChange = v.object({ videoUrl: v.string(messages.videoUrlMissing) });
const VideoSeen = v.object({ videoUrl: v.nullable(v.string()) });
