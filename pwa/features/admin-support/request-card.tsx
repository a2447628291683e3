import { buttonClass } from '#pwa/ui/controls/button-class.ts';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import type { SupportRequest } from '#schema/account/support.ts';
import styles from './admin-support-page.module.css';
import { replyAddress, subjectNames } from './reply-address.ts';

/** One support request, with a link to reply by mail. */
export function RequestCard({ request, now }: { request: SupportRequest; now: number }) {
  const { id, name, email, subject, orderNumber, message, createdAt } = request;
  return (
    <Card as="article" className={styles.card} aria-labelledby={`request-${id}`}>
      <header className={styles.head}>
        <h2 id={`request-${id}`}>{name}</h2>
        <TimeAgo className={styles.muted} at={createdAt} now={now} />
      </header>
      <p className={styles.facts}>
        <Chip>{subjectNames[subject]}</Chip>
        {orderNumber !== null && <span className={styles.muted}>Order {orderNumber}</span>}
        <span className={styles.muted}>{email}</span>
      </p>
      <p className={styles.message}>{message}</p>
      <a className={buttonClass({ variant: 'line', size: 'sm' })} href={replyAddress(request)}>
        Reply by mail<span className="visually-hidden"> to {name}</span>
      </a>
    </Card>
  );
}
