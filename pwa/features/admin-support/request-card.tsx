import { RefusalActions } from '#pwa/conflict/refusal-actions.tsx';
import { paths } from '#pwa/paths.ts';
import type { ShownRequest } from '#pwa/store/admin/support-requests.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { buttonClass } from '#pwa/ui/controls/button-class.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { SupportRequest } from '#schema/account/support.ts';
import styles from './admin-support-page.module.css';
import { replyAddress, subjectNames } from './reply-address.ts';

interface RequestCardProps {
  shown: ShownRequest;
  now: number;
  onDone: (isDone: boolean) => void;
}

/** One support request, with a link to reply by mail and its mark. */
export function RequestCard({ shown: { request, pending }, now, onDone }: RequestCardProps) {
  const { id, name, email, subject, orderNumber, message, createdAt, doneAt } = request;
  const isDone = doneAt !== null;
  return (
    <Card as="article" className={styles.card} aria-labelledby={`request-${id}`}>
      <header className={styles.head}>
        <h2 id={`request-${id}`} dir="auto">
          <Sender request={request} />
        </h2>
        <TimeAgo className={styles.muted} at={createdAt} now={now} />
      </header>
      <p className={styles.facts}>
        <Chip>{subjectNames[subject]}</Chip>
        {orderNumber !== null && <span className={styles.muted}>Order {orderNumber}</span>}
        <span className={styles.muted}>{email}</span>
      </p>
      <p className={styles.message} dir="auto">
        {message}
      </p>
      <Cluster>
        <a className={buttonClass({ variant: 'line', size: 'sm' })} href={replyAddress(request)}>
          Reply by mail<span className="visually-hidden"> to {name}</span>
        </a>
        <Button size="sm" onClick={() => onDone(!isDone)}>
          {isDone ? 'Open again' : 'Mark as done'}
          <span className="visually-hidden">: request of {name}</span>
        </Button>
        {pending !== null && pending.state !== 'refused' && (
          <span className={styles.muted}>Saved on this device, not sent yet</span>
        )}
      </Cluster>
      {pending?.state === 'refused' && (
        <Stack gap={2} role="alert" className={styles.refused}>
          <p>{pending.lastProblem}</p>
          <Cluster>
            <RefusalActions editId={pending.id} />
          </Cluster>
        </Stack>
      )}
    </Card>
  );
}

/** The name, with a link to the learner if they had signed in. */
function Sender({ request: { userId, name } }: { request: SupportRequest }) {
  return userId === null ? name : <TextLink to={paths.adminUser(userId)}>{name}</TextLink>;
}
