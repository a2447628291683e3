import { useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { attempt } from '#pwa/session/action-error.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import {
  canSendCodes,
  type OrderDecision,
  type ShopSource,
  type ShopsReply,
  type WaitingOrder,
} from '#schema/shops/shops.ts';
import styles from './admin-shops-page.module.css';
import { IgnoreDialog } from './ignored-products.tsx';
import { reasonOf } from './order-reasons.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { SendAgainDialog } from './send-again-dialog.tsx';
import { ProductDialog } from './shop-dialogs.tsx';
import type { CourseChoice } from './use-shops.ts';

interface WaitingOrdersProps {
  reply: ShopsReply;
  courses: readonly CourseChoice[];
  isBusy: boolean;
  showMore: () => void;
  onChange: () => void;
}

/** Orders that an admin decides about, with the reason and what can be done. */
export function WaitingOrders({ reply, courses, isBusy, showMore, onChange }: WaitingOrdersProps) {
  const { orders, ordersNext, orderCount, sources, products } = reply;
  if (orders.length === 0) return <p className={styles.quiet}>No order waits for you.</p>;
  const isAssigned = ({ sourceId, product }: WaitingOrder) =>
    products.some((one) => one.sourceId === sourceId && one.product === product);
  return (
    <>
      <Card as="section" aria-label="Orders that wait">
        <ul>
          {orders.map((order) => (
            <Order
              key={order.id}
              order={order}
              source={sources.find(({ id }) => id === order.sourceId) ?? null}
              isAssigned={isAssigned(order)}
              courses={courses}
              onChange={onChange}
            />
          ))}
        </ul>
      </Card>
      {ordersNext !== null && (
        <Cluster>
          <span className={styles.quiet}>
            The newest {formatCount(orders.length)} of {countOf(orderCount, 'order')} are shown.
          </span>
          <Button size="sm" isBusy={isBusy} onClick={showMore}>
            Show more
          </Button>
        </Cluster>
      )}
    </>
  );
}

const decide = (order: WaitingOrder, body: OrderDecision) =>
  call(endpoints.resolveOrder, { params: { orderId: order.id }, body });

const dismissals: Readonly<Record<WaitingOrder['state'], string>> = {
  unmatched: 'Send no code',
  raised: 'Send no code',
  bounced: 'Send nothing',
  disputed: 'Leave access',
  refundUsed: 'Leave access',
  unreadable: 'Remove from the list',
};

interface OrderProps {
  order: WaitingOrder;
  source: ShopSource | null;
  /** Whether its product unlocks a course. */
  isAssigned: boolean;
  courses: readonly CourseChoice[];
  onChange: () => void;
}

function Order({ order, source, isAssigned, courses, onChange }: OrderProps) {
  const [dialog, setDialog] = useState<'match' | 'ignore' | 'remove' | 'send' | null>(null);
  const close = () => setDialog(null);
  const done = () => {
    close();
    onChange();
  };
  const decideNow = (decision: OrderDecision) =>
    attempt(async () => {
      await decide(order, decision);
      onChange();
    });
  const { state, quantity } = order;
  const isUnmatched = state === 'unmatched';
  return (
    <li className={styles.order}>
      <OrderFacts order={order} source={source} />
      <Cluster>
        {isUnmatched && canSendCodes(order) && (
          <Button size="sm" onClick={() => setDialog('match')}>
            Choose course
          </Button>
        )}
        {state === 'raised' && isAssigned && canSendCodes(order) && (
          <Button size="sm" onClick={() => decideNow({ action: 'send' })}>
            Send {countOf(quantity, 'more code')}
          </Button>
        )}
        {state === 'bounced' && (
          <Button size="sm" onClick={() => setDialog('send')}>
            Send again
          </Button>
        )}
        {(state === 'disputed' || state === 'refundUsed') && (
          <Button size="sm" onClick={() => setDialog('remove')}>
            Remove access
          </Button>
        )}
        <Button size="sm" onClick={() => decideNow({ action: 'dismiss' })}>
          {dismissals[state]}
        </Button>
        {isUnmatched && !isAssigned && (
          <Button size="sm" onClick={() => setDialog('ignore')}>
            {order.product === '' ? 'Ignore orders without a product' : 'Ignore this product'}
          </Button>
        )}
      </Cluster>
      {dialog === 'match' && source !== null && (
        <ProductDialog {...{ source, courses }} product={order.product} onDone={done} onClose={close} />
      )}
      {dialog === 'ignore' && source !== null && (
        <IgnoreDialog source={source} product={order.product} onDone={done} onClose={close} />
      )}
      {dialog === 'send' && (
        <SendAgainDialog
          email={order.email}
          send={(email) => decide(order, { action: 'send', email })}
          onDone={done}
          onClose={close}
        />
      )}
      {dialog === 'remove' && (
        <RemoveDialog
          title="Remove access?"
          action="Remove access"
          remove={() => decide(order, { action: 'remove' })}
          onDone={done}
          onClose={close}
        >
          The learner loses the course on every device. Their progress stays on the server.
        </RemoveDialog>
      )}
    </li>
  );
}

function OrderFacts({ order, source }: Pick<OrderProps, 'order' | 'source'>) {
  const { orderId, email, quantity, receivedAt, state } = order;
  const now = useNow();
  return (
    <div className={styles.facts}>
      <p>{reasonOf(order)}</p>
      <p className={styles.quiet}>
        {source?.name ?? 'A shop'}
        {orderId !== '' && `, order ${orderId}`}
        {state !== 'unreadable' && `, ${countOf(quantity, 'code')}`}
        {email !== '' && ` for ${email}`}, <TimeAgo at={receivedAt} now={now} />
      </p>
    </div>
  );
}
