import { useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { attempt } from '#pwa/session/action-error.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { SHOP_QUANTITY_MAX } from '#schema/limits.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import {
  canSendCodes,
  type OrderAction,
  type ShopSource,
  type ShopsReply,
  type WaitingOrder,
} from '#schema/shops/shops.ts';
import styles from './admin-shops-page.module.css';
import { IgnoreDialog } from './ignored-products.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ProductDialog } from './shop-dialogs.tsx';
import type { CourseChoice } from './use-shops.ts';

interface WaitingOrdersProps {
  reply: ShopsReply;
  courses: readonly CourseChoice[];
  isBusy: boolean;
  showMore: () => void;
  onChange: () => void;
}

/** Orders that an admin decides about: of unknown products, and refunded ones whose code was used. */
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

const decide = (order: WaitingOrder, action: OrderAction) =>
  call(endpoints.resolveOrder, { params: { orderId: order.id }, body: { action } });

interface OrderProps {
  order: WaitingOrder;
  source: ShopSource | null;
  /** Whether its product unlocks a course. */
  isAssigned: boolean;
  courses: readonly CourseChoice[];
  onChange: () => void;
}

function Order({ order, source, isAssigned, courses, onChange }: OrderProps) {
  const [dialog, setDialog] = useState<'match' | 'ignore' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const done = () => {
    close();
    onChange();
  };
  const dismiss = () =>
    attempt(async () => {
      await decide(order, 'dismiss');
      onChange();
    });
  const isUnmatched = order.state === 'unmatched';
  return (
    <li className={styles.order}>
      <OrderFacts order={order} source={source} />
      <Cluster>
        {(!isUnmatched || canSendCodes(order)) && (
          <Button size="sm" onClick={() => setDialog(isUnmatched ? 'match' : 'remove')}>
            {isUnmatched ? 'Choose course' : 'Remove access'}
          </Button>
        )}
        <Button size="sm" onClick={dismiss}>
          {isUnmatched ? 'Send no code' : 'Leave access'}
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
      {dialog === 'remove' && (
        <RemoveDialog
          title="Remove access?"
          action="Remove access"
          remove={() => decide(order, 'remove')}
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
  const { orderId, email, quantity, receivedAt } = order;
  const now = useNow();
  return (
    <div className={styles.facts}>
      <p>{reasonOf(order)}</p>
      <p className={styles.quiet}>
        {source?.name ?? 'A shop'}, order {orderId}, {countOf(quantity, 'code')}
        {email !== '' && ` for ${email}`}, <TimeAgo at={receivedAt} now={now} />
      </p>
    </div>
  );
}

/** Why an order waits, and what to do where Carrel cannot send its codes. */
function reasonOf({ state, product, email, quantity }: WaitingOrder): string {
  if (state === 'refundUsed') return 'This order was refunded after its code was used.';
  if (product === '')
    return 'This order names no product: its session in Stripe has no payment link and no metadata “product”. No code was sent. If it is a course, generate codes and send them yourself.';
  if (canSendCodes({ product, email, quantity }))
    return `The product “${product}” unlocks no course yet. No code was sent.`;
  const problem =
    email === ''
      ? 'the order has no valid email'
      : quantity === 0
        ? 'the quantity is no whole number'
        : `at most ${SHOP_QUANTITY_MAX} are sent for one product`;
  return `No code was sent for the product “${product}”: ${problem}. If it is a course, generate codes and send them yourself.`;
}
