import { Button } from '#pwa/ui/controls/button.tsx';
import type { Command } from '#schema/commands/all-commands.ts';
import { useEditor, useEditorContext } from './context/editor-context.tsx';
import { pathToRecord } from './model/find-lesson.ts';
import { recordsOf } from './model/record-marks.ts';

/**
 * Shows and opens the lesson or module of an edit; renders nothing for the course's own fields and deleted
 * records.
 */
export function ShowRecord({ command }: { command: Command }) {
  const { open } = useEditorContext();
  const { course } = useEditor();
  const id = recordsOf(command).at(-1);
  const path = id === undefined ? [] : pathToRecord(course.modules, id);
  if (path.length === 0) return null;
  return (
    <Button onClick={() => open.show(...path)}>{path.length > 1 ? 'Go to lesson' : 'Go to module'}</Button>
  );
}
