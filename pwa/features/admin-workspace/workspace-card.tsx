import { memo } from 'react';
import { RefusalActions } from '#pwa/conflict/refusal-actions.tsx';
import { CourseCover } from '#pwa/course-ui/course-cover.tsx';
import { describeSchedule } from '#pwa/course-ui/describe-schedule.ts';
import { findPath } from '#pwa/paths.ts';
import type { DraftPlace } from '#pwa/store/account/draft-places.ts';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { AlertIcon, CheckIcon, ClockIcon } from '#pwa/ui/display/icons.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { CourseActionsBar } from './course-actions.tsx';
import { CourseDraft } from './course-draft.tsx';
import { CourseTitle } from './course-title.tsx';
import styles from './workspace-card.module.css';
import {
  describeCodes,
  describeExtent,
  describeMissing,
  type PendingEdit,
  type WorkspaceCourse,
} from './workspace-model.ts';

interface WorkspaceCardProps {
  shown: WorkspaceCourse;
  draft: DraftPlace | undefined;
  isOnline: boolean;
}

/** One course: its extent, missing parts, learners and actions. */
export const WorkspaceCard = memo(function WorkspaceCard({ shown, draft, isOnline }: WorkspaceCardProps) {
  const { course, pending } = shown;
  const missing = describeMissing(course);
  const codes = describeCodes(course);
  const now = useNow();
  const editor = findPath('adminCourse')?.replace(':courseId', encodeURIComponent(course.id)) ?? null;
  return (
    <Card as="li" className={styles.card}>
      <CourseCover
        courseId={course.id}
        thumbnail={course.thumbnail}
        sizes="(min-width: 1000px) 352px, (min-width: 641px) 50vw, 100vw"
        className={styles.cover}
      />
      <div className={styles.body}>
        <div>
          <CourseTitle title={course.title} editor={editor} />
          <p className={styles.muted}>{course.instructor}</p>
        </div>
        <p className={styles.muted}>{describeExtent(course)}</p>
        {describeSchedule(course, now).map((sentence) => (
          <p key={sentence} className={styles.time}>
            <ClockIcon />
            {sentence}
          </p>
        ))}
        <Cluster as="p">
          {course.isTemplate === 1 && <Chip>Template</Chip>}
          {missing === null ? (
            <Chip tone="ok" icon={<CheckIcon />}>
              All modules have lessons
            </Chip>
          ) : (
            <Chip tone="wait" icon={<AlertIcon />} className={styles.long}>
              {missing}
            </Chip>
          )}
          <Chip tone={codes.isLow ? 'wait' : 'neutral'}>{codes.text}</Chip>
        </Cluster>
        {draft && <CourseDraft draft={draft} courseId={course.id} title={course.title} />}
        <Pending pending={pending} isOnline={isOnline} />
        <CourseActionsBar course={course} editor={editor} />
      </div>
    </Card>
  );
});

function Pending({ pending, isOnline }: { pending: readonly PendingEdit[]; isOnline: boolean }) {
  const waiting = pending.find(({ state }) => state !== 'refused');
  return (
    <>
      {waiting && (
        <Cluster as="p" role="status">
          <Chip tone="wait" icon={<ClockIcon />}>
            {describePending(waiting, isOnline)}
          </Chip>
        </Cluster>
      )}
      {pending
        .filter(({ state }) => state === 'refused')
        .map((edit) => (
          <Refused key={edit.id} edit={edit} />
        ))}
    </>
  );
}

function describePending({ state }: PendingEdit, isOnline: boolean): string {
  if (state === 'paused') return 'Saved on this device, sign in to send it';
  return isOnline ? 'Sending…' : 'Saved on this device, not sent yet';
}

function Refused({ edit }: { edit: PendingEdit }) {
  const title = edit.kind === 'delete' ? adminMessages.courseDeleteFailed : adminMessages.courseStatusFailed;
  return (
    <Notice tone="bad" title={title} actions={<RefusalActions editId={edit.id} />}>
      {edit.problem}
    </Notice>
  );
}
