import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { call } from '#pwa/api/call.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { SHOP_TEXT_MAX_CHARACTERS } from '#schema/limits.ts';
import { type CreateShopReply, ShopKind, shopKindLabels } from '#schema/shops/shops.ts';
import { isVisible } from '#schema/visible-text.ts';
import { CopiedText } from './copied-text.tsx';
import { useAction } from './use-action.ts';

interface AddShopDialogProps {
  onAdded: () => void;
  onClose: () => void;
}

/** Adds a shop, then shows its address, and its secret this once. */
export function AddShopDialog({ onAdded, onClose }: AddShopDialogProps) {
  const [kind, setKind] = useState<ShopKind>('woocommerce');
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { run, ...state } = useAction();
  const [added, setAdded] = useState<CreateShopReply | null>(null);
  if (added !== null) return <ShopAddress kind={kind} added={added} onClose={onClose} />;
  const add = () => {
    if (!isVisible(name)) return setError('Enter a name');
    void run(async () => {
      setAdded(await call(endpoints.createShop, { body: { id: uuidv7(), kind, name } }));
      onAdded();
    });
  };
  return (
    <FormDialog {...state} title="Add a shop" submit="Add shop" onSubmit={add} onClose={onClose}>
      <SelectField
        label="Kind of shop"
        value={kind}
        onChange={({ target }) => setKind(ShopKind.options.find((one) => one === target.value) ?? kind)}
      >
        {ShopKind.options.map((one) => (
          <option key={one} value={one}>
            {shopKindLabels[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Name"
        required
        maxLength={SHOP_TEXT_MAX_CHARACTERS}
        value={name}
        error={error}
        hint="Batches of its codes have this name"
        onChange={({ target }) => {
          setName(target.value);
          setError(null);
        }}
      />
    </FormDialog>
  );
}

const nextSteps: Readonly<Record<ShopKind, string>> = {
  standard: 'Enter this address in your shop. The shop then shows a signing secret: enter it here.',
  stripe:
    'In Stripe, add a webhook endpoint with this address and the events checkout.session.completed, checkout.session.async_payment_succeeded and charge.refunded. Stripe then shows a signing secret: enter it here.',
  woocommerce:
    'In WooCommerce, add a webhook with the topic “Order updated”, this delivery URL and this secret.',
  gumroad: 'In Gumroad, open Settings, Advanced, and enter this address as the ping endpoint.',
};

interface ShopAddressProps {
  kind: ShopKind;
  added: CreateShopReply;
  onClose: () => void;
}

function ShopAddress({ kind, added: { path, secret }, onClose }: ShopAddressProps) {
  const isShownOnce = secret !== null || kind === 'gumroad';
  return (
    <Dialog
      isOpen
      title="Connect the shop"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>{nextSteps[kind]}</p>
      <CopiedText label="Address" text={location.origin + path} />
      {secret !== null && <CopiedText label="Secret" text={secret} />}
      {isShownOnce && (
        <Notice tone="wait" title={`The ${secret === null ? 'address' : 'secret'} is shown only once`}>
          Copy it now. If it is lost, remove the shop and add it again.
        </Notice>
      )}
    </Dialog>
  );
}
