import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { LampIcon } from '../../ui/display/icons.tsx';
import { Cluster } from '../../ui/layout/cluster.tsx';
import styles from './dashboard-page.module.css';

/** The dashboard without courses. */
export function EmptyDashboard() {
  return (
    <section className={styles.empty} aria-labelledby="empty-desk">
      <LampIcon size={3.5} isLit={false} />
      <h2 id="empty-desk">No courses yet</h2>
      <p>
        Unlock your first course with the code from your purchase. It then appears here and works offline.
      </p>
      <Cluster>
        <ButtonLink to={paths.enterCode} variant="primary">
          I have a code
        </ButtonLink>
        <ButtonLink to={paths.courses}>Browse courses</ButtonLink>
      </Cluster>
    </section>
  );
}
