import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueRole } from '#pwa/sync/enqueue/admin-commands.ts';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { useConfirmation } from '#pwa/ui/overlays/use-confirmation.ts';
import type { User } from '#schema/account/user.ts';

/** Confirms a change of role, which grants or removes full access. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const userId = useUserId();
  const { problem, confirm } = useConfirmation(onClose);
  const isPromotion = user.role === 'user';
  const title = isPromotion ? `Make ${user.name} an admin?` : `Make ${user.name} a user?`;
  return (
    <ConfirmDialog
      title={title}
      action={isPromotion ? 'Make Admin' : 'Make User'}
      isSafe={isPromotion}
      problem={problem}
      onConfirm={() => confirm(() => enqueueRole(userId, user, isPromotion ? 'admin' : 'user'))}
      onCancel={onClose}
    >
      <p>{user.email}</p>
      {isPromotion ? (
        <p>
          Admins can change and delete all courses, see all users and support requests, and make other users
          admins.
        </p>
      ) : (
        <p>They lose access to the admin pages at their next request. They keep their activated courses.</p>
      )}
    </ConfirmDialog>
  );
}
