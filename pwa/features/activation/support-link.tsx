import { findPath } from '#pwa/paths.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import styles from './activation-page.module.css';

/** A link to support for codes that do not work; rendered once the support screen exists. */
export function SupportLink() {
  const support = findPath('support');
  if (support === null) return null;
  return (
    <p className={styles.note}>
      Problem with your code? <Link to={support}>Contact support</Link>
    </p>
  );
}
