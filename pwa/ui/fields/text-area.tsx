import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { FieldFrame } from './field.tsx';

type TextAreaProps = ComponentProps<'textarea'> & {
  label: string;
  error?: string | null | undefined;
  hint?: ReactNode;
  /** In a form with optional fields too: required ones have a mark. */
  marksRequired?: boolean;
};

/** A multi-line field; vertically resizable, never beyond the page's width. */
export function TextArea({
  label,
  error,
  hint,
  id,
  className,
  marksRequired,
  rows = 7,
  ...area
}: TextAreaProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} id={id} isMarked={marksRequired}>
      {(control) => (
        <textarea
          dir="auto"
          {...area}
          {...control}
          rows={rows}
          className={classNames(styles.input, styles.area, className)}
        />
      )}
    </FieldFrame>
  );
}
