import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { FieldFrame } from './field.tsx';

interface FieldTexts {
  label: string;
  /** The error message. */
  error?: string | null | undefined;
  hint?: ReactNode;
  /** In a form with optional fields too: required ones have a mark. */
  marksRequired?: boolean;
}

export type TextFieldProps = ComponentProps<'input'> & FieldTexts;

/** A single-line field with label, hint and error. */
export function TextField({ label, error, hint, id, className, marksRequired, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} id={id} isMarked={marksRequired}>
      {(control) => (
        <input dir="auto" {...input} {...control} className={classNames(styles.input, className)} />
      )}
    </FieldFrame>
  );
}
