import { useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueAccessOf } from '#pwa/sync/enqueue/person-commands.ts';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { useConfirmation } from '#pwa/ui/overlays/use-confirmation.ts';
import type { User } from '#schema/account/user.ts';
import type { GivableCourse } from './use-person.ts';

interface GiveAccessDialogProps {
  user: User;
  givable: readonly GivableCourse[];
  onClose: () => void;
}

/** Asks for the course that a person gets without a code. */
export function GiveAccessDialog({ user, givable, onClose }: GiveAccessDialogProps) {
  const authorId = useUserId();
  const [courseId, setCourseId] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { problem: failure, confirm } = useConfirmation(onClose);
  const give = () => {
    const course = givable.find(({ id }) => id === courseId);
    if (course === undefined) return setProblem('Please choose a course');
    confirm(() => enqueueAccessOf(authorId, { user, course, hasAccess: true }));
  };
  return (
    <ConfirmDialog
      title={`Give ${user.name} access to a course`}
      action="Give access"
      isSafe
      problem={failure}
      onConfirm={give}
      onCancel={onClose}
    >
      <p>
        They get the course at their next sync, and a mail about it if this server sends mails. No code is
        used, and it stays theirs until you remove it.
      </p>
      <SelectField
        label="Course"
        error={problem}
        value={courseId}
        onChange={({ target }) => {
          setCourseId(target.value);
          setProblem(null);
        }}
      >
        <option value="">Choose a course</option>
        {givable.map(({ id, title, isPublished }) => (
          <option key={id} value={id}>
            {isPublished ? title : `${title} (unpublished)`}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
