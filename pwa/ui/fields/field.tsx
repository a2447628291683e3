import { type ReactNode, useId } from 'react';
import { AlertIcon } from '../display/icons.tsx';
import styles from './field.module.css';

interface FieldFrameProps {
  label: string;
  error?: string | null | undefined;
  hint?: ReactNode;
  id?: string | undefined;
  /** Whether the label has the mark of a required field. */
  isMarked?: boolean | undefined;
  /** Renders the control with the attributes that associate it with its label, hint and error. */
  children: (control: FieldControl) => ReactNode;
}

interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** Label, control, hint and error, in the same order for every kind of field. */
export function FieldFrame({ label, error, hint, id, isMarked, children }: FieldFrameProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = hint ? `${controlId}-hint` : '';
  const errorId = error ? `${controlId}-error` : '';
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={controlId} data-required={isMarked || undefined}>
        {label}
      </label>
      {children({
        id: controlId,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isMarked || undefined,
      })}
      {error && (
        <p className={styles.error} id={errorId}>
          <AlertIcon />
          {error}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
