import { type FormEvent, useId, useState } from 'react';
import type { AdminModuleOutline } from '#pwa/store/database/admin-rows.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { useEditorContext } from '../context/editor-context.tsx';
import { useMove } from '../context/use-move.ts';
import type { LessonPartProps } from './lesson-part.ts';

/** Moves a lesson to the end of another module, which is asked for; for all who do not drag. */
export function MoveLesson({ moduleId, lessonId, title }: LessonPartProps) {
  const { getEditor, open } = useEditorContext();
  const move = useMove();
  const [modules, setModules] = useState<readonly AdminModuleOutline[] | null>(null);
  const choose = () => setModules(getEditor().course.modules.filter(({ id }) => id !== moduleId));
  const moveTo = (targetId: string) => {
    setModules(null);
    move.lesson(targetId, lessonId);
    // The card is another one now, so the dialog cannot return the focus to this button.
    open.show(targetId, lessonId);
  };
  return (
    <>
      <Button onClick={choose}>Move to module…</Button>
      {modules !== null && (
        <MoveDialog title={title} modules={modules} onMove={moveTo} onClose={() => setModules(null)} />
      )}
    </>
  );
}

interface MoveDialogProps {
  title: string;
  /** The other modules of the course. */
  modules: readonly AdminModuleOutline[];
  onMove: (moduleId: string) => void;
  onClose: () => void;
}

function MoveDialog({ title, modules, onMove, onClose }: MoveDialogProps) {
  const formId = useId();
  const [targetId, setTargetId] = useState(modules[0]?.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (targetId !== undefined) onMove(targetId);
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      {targetId !== undefined && (
        <Button type="submit" form={formId} variant="primary">
          Move
        </Button>
      )}
    </>
  );
  return (
    <Dialog isOpen title={`Move “${title}”`} onClose={onClose} actions={actions}>
      {targetId === undefined ? (
        <p>This course has no other module. Add one, then move the lesson there.</p>
      ) : (
        <form id={formId} onSubmit={submit}>
          <SelectField
            label="To the end of module"
            value={targetId}
            onChange={({ target }) => setTargetId(target.value)}
          >
            {modules.map(({ id, title: name }) => (
              <option key={id} value={id}>
                {name || 'Untitled'}
              </option>
            ))}
          </SelectField>
        </form>
      )}
    </Dialog>
  );
}
