import { Link } from 'react-router-dom';
import { findPath } from '../../paths.ts';
import styles from './activation-page.module.css';

/** Where to ask when a code does not work; there as soon as the support screen is. */
export function SupportLink() {
  const support = findPath('support');
  if (support === null) return null;
  return (
    <p className={styles.aside}>
      Trouble with your code? <Link to={support}>Contact support</Link>
    </p>
  );
}
