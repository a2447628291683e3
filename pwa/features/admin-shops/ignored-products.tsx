import { useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { IGNORED_ORDER_DAYS } from '#schema/limits.ts';
import { countOf } from '#schema/messages/count.ts';
import type { IgnoredProduct, ShopSource } from '#schema/shops/shops.ts';
import styles from './admin-shops-page.module.css';
import { RemoveDialog } from './remove-dialog.tsx';

interface IgnoreDialogProps {
  source: Pick<ShopSource, 'id' | 'name'>;
  /** '' for all orders that name no product. */
  product: string;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before a product is ignored. */
export function IgnoreDialog({ source, product, onDone, onClose }: IgnoreDialogProps) {
  const params = { sourceId: source.id };
  return (
    <RemoveDialog
      title={product === '' ? 'Ignore orders without a product?' : `Ignore product “${product}”?`}
      action={product === '' ? 'Ignore orders' : 'Ignore product'}
      isSafe
      remove={() => call(endpoints.ignoreShopProduct, { params, body: { product } })}
      onDone={onDone}
      onClose={onClose}
    >
      {product === '' ? 'The orders of' : 'Its orders in'} “{source.name}”{' '}
      {product === '' && 'that name none '}
      leave this list, and later ones neither wait nor get codes. They are stored for {IGNORED_ORDER_DAYS}{' '}
      days. You can stop ignoring them in the card of the shop.
    </RemoveDialog>
  );
}

interface IgnoredProductsProps {
  ignored: readonly IgnoredProduct[];
  onChange: () => void;
}

/** The products of a shop that are ignored. */
export function IgnoredProducts({ ignored, onChange }: IgnoredProductsProps) {
  const [ended, setEnded] = useState<IgnoredProduct | null>(null);
  return (
    <Stack gap={2}>
      <h4>Ignored products</h4>
      <ul className={styles.rows} aria-label="Ignored products">
        {ignored.map((one) => (
          <Cluster key={one.id} as="li" isSpread>
            <span>
              {one.product === '' ? (
                'Orders without a product'
              ) : (
                <code className={styles.code}>{one.product}</code>
              )}{' '}
              <span className={styles.quiet}>{countOf(one.orders, 'order')}</span>
            </span>
            <Button
              size="sm"
              aria-label={`Stop ignoring ${one.product || 'orders without a product'}`}
              onClick={() => setEnded(one)}
            >
              Stop ignoring
            </Button>
          </Cluster>
        ))}
      </ul>
      {ended !== null && (
        <RemoveDialog
          title={ended.product === '' ? 'Stop ignoring these orders?' : `Stop ignoring “${ended.product}”?`}
          action="Stop ignoring"
          isSafe
          remove={() => call(endpoints.stopIgnoringProduct, { params: { ignoredId: ended.id } })}
          onDone={() => {
            setEnded(null);
            onChange();
          }}
          onClose={() => setEnded(null)}
        >
          {describeEnd(ended)}
        </RemoveDialog>
      )}
    </Stack>
  );
}

function describeEnd({ product, orders }: IgnoredProduct): string {
  const again = `Later orders wait for you${orders === 0 ? '' : `, and so ${orders === 1 ? 'does' : 'do'} the ${countOf(orders, 'order')} of the last ${IGNORED_ORDER_DAYS} days`}.`;
  return product === '' ? again : `${again} No code is sent before you choose the course of the product.`;
}
