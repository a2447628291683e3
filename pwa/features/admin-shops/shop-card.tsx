import { useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import {
  type IgnoredProduct,
  kindsWithOwnSecret,
  type ShopProduct,
  type ShopSource,
  shopKindLabels,
} from '#schema/shops/shops.ts';
import styles from './admin-shops-page.module.css';
import { CopiedText } from './copied-text.tsx';
import { IgnoredProducts } from './ignored-products.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ProductDialog, SecretDialog } from './shop-dialogs.tsx';
import type { CourseChoice } from './use-shops.ts';

interface ShopCardProps {
  source: ShopSource;
  products: readonly ShopProduct[];
  ignored: readonly IgnoredProduct[];
  courses: readonly CourseChoice[];
  onChange: () => void;
}

/** A shop with its address, its products, and what can be done with it. */
export function ShopCard({ source, products, ignored, courses, onChange }: ShopCardProps) {
  const [dialog, setDialog] = useState<'secret' | 'product' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const done = () => {
    close();
    onChange();
  };
  const own = { source, onDone: done, onClose: close };
  return (
    <Card as="section" isPadded aria-label={source.name}>
      <Cluster isSpread>
        <h3>{source.name}</h3>
        <ShopState source={source} />
      </Cluster>
      {source.kind !== 'gumroad' && (
        <CopiedText label="Address" text={`${location.origin}/api/shop/${source.id}`} />
      )}
      <Products products={products} onChange={onChange} />
      {ignored.length > 0 && <IgnoredProducts ignored={ignored} onChange={onChange} />}
      <Cluster>
        <Button onClick={() => setDialog('product')}>Add product</Button>
        {kindsWithOwnSecret.includes(source.kind) && (
          <Button onClick={() => setDialog('secret')}>
            {source.hasSecret ? 'Replace secret' : 'Enter secret'}
          </Button>
        )}
        <Button variant="danger" onClick={() => setDialog('remove')}>
          Remove shop
        </Button>
      </Cluster>
      {dialog === 'secret' && <SecretDialog {...own} />}
      {dialog === 'product' && <ProductDialog {...own} product="" courses={courses} />}
      {dialog === 'remove' && (
        <RemoveDialog
          title={`Remove “${source.name}”?`}
          action="Remove shop"
          remove={() => call(endpoints.deleteShop, { params: { sourceId: source.id } })}
          onDone={done}
          onClose={close}
        >
          Its orders are refused from now on, and those that wait are removed. Codes that were sent stay.
        </RemoveDialog>
      )}
    </Card>
  );
}

function ShopState({ source: { kind, hasSecret, lastEventAt } }: { source: ShopSource }) {
  const now = useNow();
  return (
    <Cluster>
      <Chip tone="neutral">{shopKindLabels[kind]}</Chip>
      {hasSecret ? (
        <span className={styles.quiet}>
          {lastEventAt === null ? (
            'No message yet'
          ) : (
            <>
              Last message <TimeAgo at={lastEventAt} now={now} />
            </>
          )}
        </span>
      ) : (
        <Chip tone="wait">Needs its secret: orders are refused</Chip>
      )}
    </Cluster>
  );
}

interface ProductsProps {
  products: readonly ShopProduct[];
  onChange: () => void;
}

function Products({ products, onChange }: ProductsProps) {
  const [removed, setRemoved] = useState<ShopProduct | null>(null);
  if (products.length === 0)
    return <p className={styles.quiet}>No products yet. Orders wait until their product has a course.</p>;
  return (
    <>
      <ul className={styles.rows}>
        {products.map((product) => (
          <Cluster key={product.id} as="li" isSpread>
            <span>
              <code className={styles.code}>{product.product}</code> unlocks “{product.courseTitle}”
            </span>
            <Button
              size="sm"
              aria-label={`Remove product ${product.product}`}
              onClick={() => setRemoved(product)}
            >
              Remove
            </Button>
          </Cluster>
        ))}
      </ul>
      {removed !== null && (
        <RemoveDialog
          title={`Remove product “${removed.product}”?`}
          action="Remove product"
          remove={() => call(endpoints.deleteShopProduct, { params: { productId: removed.id } })}
          onDone={() => {
            setRemoved(null);
            onChange();
          }}
          onClose={() => setRemoved(null)}
        >
          Its next orders wait until it has a course again. Codes that were sent stay.
        </RemoveDialog>
      )}
    </>
  );
}
