import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { FieldFrame } from './field.tsx';

type SelectFieldProps = ComponentProps<'select'> & {
  label: string;
  error?: string | null | undefined;
  hint?: ReactNode;
};

/** A native select; its options are the children. */
export function SelectField({ label, error, hint, id, className, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} id={id}>
      {(control) => (
        <select {...select} {...control} className={classNames(styles.input, styles.select, className)} />
      )}
    </FieldFrame>
  );
}
