import { site } from '#pwa/device/site.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import { BrandMark } from '#pwa/ui/display/brand.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { footerLinks } from '../navigation/navigation.ts';
import styles from './footer.module.css';

export function Footer() {
  const { name } = useObservable(site);
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p className={styles.brand}>
          <BrandMark size={1.375} />
          <span dir="auto">{name === '' ? '' : `${name} · `}Courses that work offline.</span>
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
