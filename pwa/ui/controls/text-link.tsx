import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from '../class-names.ts';
import styles from './text-link.module.css';

/** A link within or below a text, as high as a touch target. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames(styles.link, className)} />;
}
