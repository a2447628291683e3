import { useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { PasswordField } from '#pwa/ui/fields/password-field.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { FormDialog } from '#pwa/ui/overlays/form-dialog.tsx';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { SHOP_TEXT_MAX_CHARACTERS } from '#schema/limits.ts';
import type { ShopSource } from '#schema/shops/shops.ts';
import { useAction } from './use-action.ts';
import type { CourseChoice } from './use-shops.ts';

const SECRET_MIN_CHARACTERS = 16;

interface ShopDialogProps {
  source: ShopSource;
  onDone: () => void;
  onClose: () => void;
}

/** Stores the signing secret that the shop made. It is never shown again. */
export function SecretDialog({ source, onDone, onClose }: ShopDialogProps) {
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { run, ...state } = useAction();
  const save = () => {
    if (secret.trim().length < SECRET_MIN_CHARACTERS) return setError('Enter the whole secret of the shop');
    const params = { sourceId: source.id };
    void run(async () => {
      await call(endpoints.setShopSecret, { params, body: { secret } });
      onDone();
    });
  };
  return (
    <FormDialog
      {...state}
      title={`Signing secret of “${source.name}”`}
      submit="Save"
      onSubmit={save}
      onClose={onClose}
    >
      <PasswordField
        label="Signing secret"
        autoComplete="off"
        value={secret}
        error={error}
        hint="The shop shows it where you entered the address. It often begins with whsec_."
        onChange={({ target }) => {
          setSecret(target.value);
          setError(null);
        }}
      />
    </FormDialog>
  );
}

const productHints: Readonly<Record<ShopSource['kind'], string>> = {
  standard: 'What the shop sends as “product”',
  stripe:
    'The id of the payment link, such as plink_1Nv0, or the metadata “product”. A payment gets one code: switch off adjustable quantities of the link, or set the metadata “quantity”.',
  woocommerce: 'The number of the product',
  gumroad: 'The id of the product',
};

interface ProductDialogProps extends ShopDialogProps {
  /** Of an order that waits; '' if an admin enters it. */
  product: string;
  courses: readonly CourseChoice[];
}

/** Sets the course that a product unlocks. */
export function ProductDialog({ source, courses, onDone, onClose, ...given }: ProductDialogProps) {
  const [product, setProduct] = useState(given.product);
  const [courseId, setCourseId] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { run, ...state } = useAction();
  const save = () => {
    setIsChecked(true);
    if (product.trim() === '' || courseId === '') return;
    const params = { sourceId: source.id };
    void run(async () => {
      await call(endpoints.setShopProduct, { params, body: { product, courseId } });
      onDone();
    });
  };
  return (
    <FormDialog
      {...state}
      title={`Product of “${source.name}”`}
      submit="Save"
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Product"
        required
        maxLength={SHOP_TEXT_MAX_CHARACTERS}
        autoComplete="off"
        spellCheck={false}
        value={product}
        error={isChecked && product.trim() === '' ? 'Enter the product' : null}
        hint={productHints[source.kind]}
        onChange={({ target }) => setProduct(target.value)}
      />
      <SelectField
        label="Course"
        required
        value={courseId}
        error={isChecked && courseId === '' ? 'Choose a course' : null}
        hint="Orders that wait for this product get their codes now"
        onChange={({ target }) => setCourseId(target.value)}
      >
        <option value="">Choose a course</option>
        {courses.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
