import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { LampIcon } from '../../ui/display/icons.tsx';
import styles from './dashboard-page.module.css';

/** The dashboard without courses. */
export function EmptyDashboard() {
  return (
    <section className={styles.empty} aria-labelledby="empty-desk">
      <LampIcon size={3.5} isLit={false} />
      <h2 id="empty-desk">Your desk is free</h2>
      <p>
        Unlock your first course with the code that came with your purchase. From then on it is here, with or
        without a connection.
      </p>
      <div className={styles.headingActions}>
        <ButtonLink to={paths.enterCode} variant="primary">
          I have a code
        </ButtonLink>
        <ButtonLink to={paths.courses}>Find your course</ButtonLink>
      </div>
    </section>
  );
}
