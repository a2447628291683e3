import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { courseExtent } from '#pwa/course-ui/course-extent.ts';
import { paths } from '#pwa/paths.ts';
import { isCatalogueStored } from '#pwa/store/public/catalogue.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { CheckIcon } from '#pwa/ui/display/icons.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { type Course, flattenLessons } from '#schema/courses/course.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import { messages } from '#schema/messages/messages.ts';
import styles from './course-detail.module.css';
import { ModuleAccordion } from './module-accordion.tsx';
import { ShareButton } from './share-button.tsx';

/** The part of a course that the page shows. */
export type ShownCourse = Pick<
  Course,
  'id' | 'title' | 'description' | 'instructor' | 'thumbnail' | 'previewContent' | 'modules'
>;

interface CourseDetailProps {
  course: ShownCourse;
  /** Activated by the signed-in user. */
  isMine: boolean;
  problem: string | null;
  onRetry: () => void;
}

export function CourseDetail({ course, isMine, problem, onRetry }: CourseDetailProps) {
  return (
    <Page>
      <div className={styles.layout}>
        <header className={styles.head}>
          <PageTitle className={styles.title}>{course.title}</PageTitle>
          <p className={styles.muted}>
            <bdi>{course.instructor}</bdi> · {courseExtent(course)}
          </p>
        </header>
        <aside className={styles.side}>
          <Card className={styles.ticket}>
            <CourseCover
              courseId={course.id}
              thumbnail={course.thumbnail}
              sizes="(min-width: 900px) 360px, 100vw"
              isEager
            />
            <div className={styles.ticketText}>
              <Stack gap={2}>
                <CourseAction courseId={course.id} isMine={isMine} />
                <ShareButton courseId={course.id} title={course.title} />
              </Stack>
              <WhatIsIncluded course={course} />
            </div>
          </Card>
        </aside>
        <div className={styles.text}>
          <Preview course={course} />
          <ModuleAccordion course={course} isMine={isMine} />
          {/* Last, so that it does not shift the content: the course is shown in any case. */}
          {problem && <StaleNotice problem={problem} onRetry={onRetry} />}
        </div>
      </div>
    </Page>
  );
}

function CourseAction({ courseId, isMine }: { courseId: string; isMine: boolean }) {
  if (isMine)
    return (
      <ButtonLink variant="primary" to={paths.learn(courseId)}>
        Continue Learning
      </ButtonLink>
    );
  return (
    <>
      <ButtonLink variant="primary" to={paths.activate(courseId)}>
        Activate Course
      </ButtonLink>
      <p className={styles.small}>Use the code from your purchase.</p>
    </>
  );
}

/** The preview text, with a blank line between paragraphs; the description if there is none. */
function Preview({ course }: { course: ShownCourse }) {
  const text = course.previewContent.trim() === '' ? course.description : course.previewContent;
  const [first, ...others] = text.split(/\n\s*\n/);
  return (
    <section className={styles.preview} aria-label="About this course">
      <p className={styles.firstParagraph} dir="auto">
        {first}
      </p>
      {others.map((paragraph) => (
        <p key={paragraph} dir="auto">
          {paragraph}
        </p>
      ))}
    </section>
  );
}

function WhatIsIncluded({ course }: { course: ShownCourse }) {
  const lessons = flattenLessons(course);
  const videos = lessons.filter((lesson) => lesson.type === 'video').length;
  const items = [
    `${countOf(lessons.length, 'lesson')} in ${countOf(course.modules.length, 'module')}`,
    videos > 0 && `${formatCount(videos)} of them with video`,
    'Lifetime access with one code',
    'Lesson text available offline',
    'Progress synced to all your devices',
    'Support with a reply within 24 hours',
  ].filter((item) => item !== false);
  return (
    <section aria-labelledby="included-title">
      <h2 id="included-title" className={styles.includedTitle}>
        What’s Included
      </h2>
      <ul className={styles.included}>
        {items.map((item) => (
          <li key={item}>
            <CheckIcon />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}

function StaleNotice({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <Notice
      tone="wait"
      title={messages.courseFailed}
      actions={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {problem !== messages.courseFailed && <p>{problem}</p>}
      <p>
        {isCatalogueStored()
          ? 'This is the version saved on this device.'
          : 'This version may be out of date.'}
      </p>
    </Notice>
  );
}
