import { useState } from 'react';
import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { messages } from '#schema/messages/messages.ts';
import type { ShopsReply } from '#schema/shops/shops.ts';
import { AddShopDialog } from './add-shop-dialog.tsx';
import styles from './admin-shops-page.module.css';
import { AddKeyDialog, ApiKeys } from './api-keys.tsx';
import { ShopCard } from './shop-card.tsx';
import { type CourseChoice, useShops } from './use-shops.ts';
import { WaitingOrders } from './waiting-orders.tsx';

/** Shops that send codes to their buyers, the orders that wait for an admin, and API keys. Needs a connection. */
export function AdminShopsPage() {
  const { reply, courses, showMore, ...state } = useShops();
  return (
    <AdminListPage
      title="Shops"
      action={<TextLink to={paths.adminCodes()}>All codes</TextLink>}
      failedTitle={messages.adminDataFailed}
      {...state}
      skeleton={<Skeleton height="12rem" />}
    >
      {reply !== null && (
        <Sections {...{ reply, courses, showMore }} isBusy={state.isBusy} onChange={state.refresh} />
      )}
    </AdminListPage>
  );
}

interface SectionsProps {
  reply: ShopsReply;
  courses: readonly CourseChoice[];
  isBusy: boolean;
  showMore: () => void;
  onChange: () => void;
}

function Sections({ reply, courses, isBusy, showMore, onChange }: SectionsProps) {
  const [dialog, setDialog] = useState<'shop' | 'key' | null>(null);
  const close = () => setDialog(null);
  const { sources, products, ignored, keys } = reply;
  return (
    <Stack gap={6}>
      <Stack gap={3}>
        <h2>Orders that wait</h2>
        <WaitingOrders {...{ reply, courses, isBusy, showMore, onChange }} />
      </Stack>
      <Stack gap={3}>
        <Cluster isSpread>
          <h2>Shops</h2>
          <Button onClick={() => setDialog('shop')}>Add shop</Button>
        </Cluster>
        {sources.length === 0 && (
          <p className={styles.quiet}>
            No shops yet. A shop sends its orders here, and buyers get their codes by mail.
          </p>
        )}
        {sources.map((source) => (
          <ShopCard
            key={source.id}
            source={source}
            products={products.filter(({ sourceId }) => sourceId === source.id)}
            ignored={ignored.filter(({ sourceId }) => sourceId === source.id)}
            courses={courses}
            onChange={onChange}
          />
        ))}
      </Stack>
      <Stack gap={3}>
        <Cluster isSpread>
          <h2>API keys</h2>
          <Button onClick={() => setDialog('key')}>Create key</Button>
        </Cluster>
        <ApiKeys keys={keys} onChange={onChange} />
      </Stack>
      {dialog === 'shop' && <AddShopDialog onAdded={onChange} onClose={close} />}
      {dialog === 'key' && <AddKeyDialog onAdded={onChange} onClose={close} />}
    </Stack>
  );
}
