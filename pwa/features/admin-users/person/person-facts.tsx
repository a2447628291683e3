import { useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { Avatar } from '#pwa/ui/display/avatar.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { RoleAction } from '../role-action.tsx';
import { RoleBadge } from '../role-badge.tsx';
import { RoleDialog } from '../role-dialog.tsx';
import type { ShownUser } from '../users-model.ts';
import styles from './person.module.css';
import { ResetAction } from './reset-action.tsx';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

interface PersonFactsProps {
  shown: ShownUser;
  /** When they joined; null if this device has not fetched them. */
  createdAt: string | null;
  isOnline: boolean;
}

/** Who it is, and what an admin can do with the account. */
export function PersonFacts({ shown, createdAt, isOnline }: PersonFactsProps) {
  const ownId = useUserId();
  const [isChoosing, setIsChoosing] = useState(false);
  const { user } = shown;
  return (
    <Card className={styles.facts}>
      <Avatar name={user.name} src={user.avatar} size={3.5} />
      <div className={styles.lines}>
        <a className={styles.email} href={`mailto:${encodeURIComponent(user.email).replace('%40', '@')}`}>
          {user.email}
        </a>
        <RoleBadge shown={shown} isOnline={isOnline} />
        {createdAt !== null && (
          <p className={styles.quiet}>
            Joined on <time dateTime={createdAt}>{day.format(Date.parse(createdAt))}</time>
          </p>
        )}
        <p className={styles.quiet}>ID {user.id}</p>
      </div>
      <Cluster className={styles.actions}>
        <RoleAction shown={shown} isOwn={user.id === ownId} onChoose={() => setIsChoosing(true)} />
        {user.id !== ownId && <ResetAction user={user} isOnline={isOnline} />}
      </Cluster>
      {isChoosing && <RoleDialog user={user} onClose={() => setIsChoosing(false)} />}
    </Card>
  );
}
