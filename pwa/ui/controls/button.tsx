import type { ComponentProps, MouseEvent } from 'react';
import { SpinnerMark } from '../display/spinner.tsx';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * Shows that the action is running and ignores further clicks; the button stays focusable and keeps its
   * width.
   */
  isBusy?: boolean;
};

/** A button; of type `button` by default. */
export function Button({ variant = 'line', size, isBusy = false, className, ...rest }: ButtonProps) {
  const { children, onClick, disabled, type = 'button', ...attributes } = rest;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...attributes}
      type={type}
      className={buttonClass({ variant, size, className })}
      disabled={disabled}
      aria-disabled={isBusy || attributes['aria-disabled'] || undefined}
      aria-busy={isBusy || undefined}
      onClick={handleClick}
    >
      {isBusy && <SpinnerMark />}
      {children}
    </button>
  );
}
