import { paths } from '#pwa/paths.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { media } from '#pwa/ui/layout/breakpoints.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { useMediaQuery } from '#pwa/ui/layout/use-media-query.ts';
import type { PageFacts } from '#pwa/ui/lists/cut-page.ts';
import { rowCount, rowIndex, setPlace } from '#pwa/ui/lists/row-place.ts';
import { SheetTable } from '#pwa/ui/lists/sheet-table.tsx';
import type { LearnerProgress } from '#schema/reports/reports.ts';
import styles from '../report.module.css';
import { describeCourses, describeLessons, describeTests } from './learners-model.ts';

interface LearnerListProps {
  page: PageFacts & { readonly rows: readonly LearnerProgress[] };
}

/** A table if its columns fit, otherwise one card per person. */
export function LearnerList(props: LearnerListProps) {
  const isWide = useMediaQuery(media['--wide']);
  return isWide ? <LearnerTable {...props} /> : <LearnerCards {...props} />;
}

const COLUMNS = ['Person', 'Courses', 'Lessons', 'Last active'];

function LearnerTable({ page }: LearnerListProps) {
  return (
    <SheetTable columns={COLUMNS} {...rowCount(page)}>
      {page.rows.map((learner, index) => (
        <tr key={learner.userId} {...rowIndex(page, index)}>
          <th scope="row">
            <Person learner={learner} />
          </th>
          <td>{describeCourses(learner)}</td>
          <td>
            {describeLessons(learner)}
            <Tests learner={learner} />
          </td>
          <td>
            <LastActive learner={learner} />
          </td>
        </tr>
      ))}
    </SheetTable>
  );
}

function LearnerCards({ page }: LearnerListProps) {
  return (
    <Stack as="ul" gap={3}>
      {page.rows.map((learner, index) => (
        <Card as="li" key={learner.userId} className={styles.card} {...setPlace(page, index)}>
          <Person learner={learner} />
          <p>{describeCourses(learner)}</p>
          <p>
            Lessons: {describeLessons(learner)}
            <Tests learner={learner} />
          </p>
          <p className={styles.detail}>
            Last active: <LastActive learner={learner} />
          </p>
        </Card>
      ))}
    </Stack>
  );
}

function Person({ learner: { userId, name, email } }: { learner: LearnerProgress }) {
  return (
    <span>
      <TextLink to={paths.adminUser(userId)} className={styles.name} dir="auto">
        {name}
      </TextLink>
      <br />
      <span className={styles.detail}>{email}</span>
    </span>
  );
}

function Tests({ learner }: { learner: LearnerProgress }) {
  const tests = describeTests(learner);
  if (tests === null) return null;
  return (
    <>
      <br />
      <span className={styles.detail}>{tests}</span>
    </>
  );
}

function LastActive({ learner: { lastActiveAt } }: { learner: LearnerProgress }) {
  const now = useNow();
  return lastActiveAt === null ? 'Not yet' : <TimeAgo at={lastActiveAt} now={now} />;
}
