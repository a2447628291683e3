import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import styles from './content-problem.module.css';
import type { CourseRefresh } from './use-course-refresh.ts';

/** Shown for an unlocked course without lessons. */
export function NoLessons({ title, refresh }: { title: string; refresh: CourseRefresh }) {
  return (
    <div className={styles.page}>
      <PageTitle documentTitle={title}>No Lessons Available</PageTitle>
      <p>
        <bdi>{title}</bdi> is unlocked but has no lessons yet. New lessons appear here automatically.
      </p>
      <div>
        <Button isBusy={refresh.isBusy} onClick={refresh.retry}>
          Refresh
        </Button>
        <ButtonLink to={paths.dashboard}>Back to the dashboard</ButtonLink>
      </div>
    </div>
  );
}
