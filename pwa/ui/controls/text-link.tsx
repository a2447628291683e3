import { classNames } from '../class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import styles from './text-link.module.css';

/** A link within or below a text, as high as a touch target. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames(styles.link, className)} />;
}
