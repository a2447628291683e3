import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ButtonLink } from '../../../ui/controls/button-link.tsx';
import { PageTitle } from '../../../ui/layout/page-title.tsx';
import styles from './content-problem.module.css';
import type { CourseRefresh } from './use-course-refresh.ts';

/** Shown for an unlocked course without lessons. */
export function NoLessons({ title, refresh }: { title: string; refresh: CourseRefresh }) {
  return (
    <div className={styles.page}>
      <PageTitle documentTitle={title}>No Lessons Available</PageTitle>
      <p>{title} is yours, but its first lesson is still being written. It will appear here by itself.</p>
      <div className={styles.actions}>
        <Button isBusy={refresh.isBusy} onClick={refresh.retry}>
          Look again
        </Button>
        <ButtonLink to={paths.dashboard}>Back to the dashboard</ButtonLink>
      </div>
    </div>
  );
}
