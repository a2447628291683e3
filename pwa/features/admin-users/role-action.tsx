import { RefusalActions } from '#pwa/conflict/refusal-actions.tsx';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import styles from './user-list.module.css';
import type { ShownUser } from './users-model.ts';

interface RoleActionProps {
  shown: ShownUser;
  isOwn: boolean;
  onChoose: (shown: ShownUser) => void;
}

/**
 * Make Admin or Make User; for the user's own account the reason why not, and after a refusal the server's
 * message.
 */
export function RoleAction({ shown, isOwn, onChoose }: RoleActionProps) {
  const { user, pending } = shown;
  if (isOwn) return <p className={styles.own}>This is you. Another admin can change your role.</p>;
  if (pending?.state === 'refused')
    return (
      <div role="alert" className={styles.refused}>
        <p>{pending.problem}</p>
        <Cluster>
          <RefusalActions editId={pending.id} />
        </Cluster>
      </div>
    );
  return (
    <Button size="sm" onClick={() => onChoose(shown)}>
      {user.role === 'admin' ? 'Make User' : 'Make Admin'}
      <span className="visually-hidden">: {user.name}</span>
    </Button>
  );
}
