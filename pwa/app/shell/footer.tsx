import { Link } from 'react-router-dom';
import { LampIcon } from '#pwa/ui/display/icons.tsx';
import { footerLinks } from '../navigation/navigation.ts';
import styles from './footer.module.css';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p className={styles.brand}>
          <LampIcon size={1.375} />
          <span>Courses that work offline.</span>
        </p>
        <nav aria-label="Footer">
          <ul className={styles.links}>
            {footerLinks().map(({ label, to }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
