import { site } from '#pwa/device/site.ts';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { siteNameOf } from '#schema/site/site.ts';
import styles from './support-page.module.css';

/** How to reach the school besides the form; nothing if it has not said. */
export function SchoolContact() {
  const school = useObservable(site);
  const { email, phone, address } = school;
  if (email === '' && phone === '' && address === '') return null;
  return (
    <section className={styles.contact} aria-labelledby="contact-title">
      <h2 id="contact-title" dir="auto">
        {siteNameOf(school)}
      </h2>
      <address>
        {address && (
          <p className={styles.lines} dir="auto">
            {address}
          </p>
        )}
        {email && <a href={`mailto:${email}`}>{email}</a>}
        {phone && (
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} dir="ltr">
            {phone}
          </a>
        )}
      </address>
    </section>
  );
}
