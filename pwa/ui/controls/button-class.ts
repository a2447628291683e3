import { classNames } from '../class-names.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'line' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | undefined;

interface ButtonLook {
  variant: ButtonVariant;
  size: ButtonSize;
  className?: string | undefined;
}

/** The classes of a button, for elements that must look like one. */
export function buttonClass({ variant, size, className }: ButtonLook): string {
  return classNames(styles.button, styles[variant], size === 'sm' && styles.small, className);
}
