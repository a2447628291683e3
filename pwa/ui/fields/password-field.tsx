import { useState } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { FieldFrame } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** A password field with a button that reveals it; the input is never trimmed or changed. */
export function PasswordField({ label, error, hint, id, className, ...input }: TextFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame label={label} error={error} hint={hint} id={id}>
      {(control) => (
        <div className={styles.withToggle}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={classNames(styles.input, className)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-controls={control.id}
            aria-label={isShown ? 'Hide characters' : 'Show characters'}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
