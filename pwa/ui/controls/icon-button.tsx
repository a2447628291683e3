import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';
import { Button, type ButtonProps } from './button.tsx';

interface IconButtonProps extends ButtonProps {
  /** The accessible name. */
  label: string;
  children: ReactNode;
}

/** A square button that shows only an icon. */
export function IconButton({ label, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant={variant} className={classNames(styles.icon, className)} aria-label={label} />
  );
}
