import { useState } from 'react';
import type { User } from '#schema/account/user.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { useUserId } from '../../session/use-user-id.ts';
import { enqueueRole } from '../../sync/enqueue/admin-commands.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';

/** Confirms a change of role, which grants or removes full access. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const userId = useUserId();
  const [problem, setProblem] = useState<string | null>(null);
  const isPromotion = user.role === 'user';
  const confirm = async () => {
    try {
      await enqueueRole(userId, user, isPromotion ? 'admin' : 'user');
      onClose();
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant={isPromotion ? 'primary' : 'danger'} onClick={() => void confirm()}>
        {isPromotion ? 'Make Admin' : 'Make User'}
      </Button>
    </>
  );
  const title = isPromotion ? `Make ${user.name} an admin?` : `Make ${user.name} a user?`;
  return (
    <Dialog isOpen title={title} onClose={onClose} actions={actions}>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <p>{user.email}</p>
      {isPromotion ? (
        <p>
          Admins can change and delete all courses, see all users and support requests, and make other users
          admins.
        </p>
      ) : (
        <p>They lose access to the admin pages at their next request. They keep their activated courses.</p>
      )}
    </Dialog>
  );
}
