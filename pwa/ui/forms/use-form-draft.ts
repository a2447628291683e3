import { useState } from 'react';
import type { FormDraft } from '#pwa/device/form-draft.ts';

/** The value of a form, stored at every change and restored after a reload or a visit to another page. */
export function useFormDraft<Value>(
  draft: FormDraft<Value>,
  initial: () => Value,
): [value: Value, change: (next: Value) => void] {
  const [value, setValue] = useState(() => draft.read() ?? initial());
  const change = (next: Value) => {
    setValue(next);
    draft.write(next);
  };
  return [value, change];
}
