import type { ReactNode } from 'react';
import { paths } from '#pwa/paths.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { messages } from '#schema/messages/messages.ts';
import styles from './activation-page.module.css';
import { SupportLink } from './support-link.tsx';

/** Shown for a course that does not exist; `reason` explains why, if known. */
export function CourseMissing({ reason }: { reason: ReactNode }) {
  return (
    <div className={styles.missing}>
      {reason}
      <PageTitle>{messages.courseNotFoundTitle}</PageTitle>
      <p>This course does not exist. Enter codes for other courses on their own pages.</p>
      <Cluster>
        <ButtonLink to={paths.courses} variant="primary">
          See all courses
        </ButtonLink>
      </Cluster>
      <SupportLink />
    </div>
  );
}
