import { describeInBothZones } from '#pwa/course-ui/describe-schedule.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import type { ScheduledCourse } from '#schema/courses/schedule.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useCourseEdit } from '../context/use-edits.ts';
import { DraftTextField } from '../draft/draft-fields.tsx';
import { findTimeProblems, fromLocalTime, toLocalTime } from '../model/schedule-model.ts';
import styles from './status-field.module.css';

export interface ScheduleFieldsProps extends Pick<ScheduledCourse, 'status' | 'publishAt' | 'unpublishAt'> {
  /** The last saved times. */
  savedPublishAt: string | null;
  savedUnpublishAt: string | null;
  /** Whether there is at least one module and each has lessons. */
  isComplete: boolean;
}

/** The times at which the server publishes and unpublishes the course, typed in the zone of this device. */
export function ScheduleFields({
  isComplete,
  savedPublishAt,
  savedUnpublishAt,
  ...times
}: ScheduleFieldsProps) {
  const edit = useCourseEdit();
  const now = useNow();
  const { status, publishAt, unpublishAt } = times;
  const saved = { publishAt: savedPublishAt, unpublishAt: savedUnpublishAt };
  const problems = findTimeProblems({ ...times, isTemplate: 0 }, saved, now);
  return (
    <fieldset className={styles.schedule}>
      <legend className={styles.legend}>Schedule (optional)</legend>
      {status === 'unpublished' && (
        <TimeField
          label="Publish at"
          done="published"
          {...{ now, value: publishAt, error: problems.publishAt }}
          note={isComplete ? null : INCOMPLETE}
          onChange={(instant) => edit({ publishAt: instant })}
        />
      )}
      <TimeField
        label="Unpublish at"
        done="unpublished"
        {...{ now, value: unpublishAt, error: problems.unpublishAt }}
        note={null}
        onChange={(instant) => edit({ unpublishAt: instant })}
      />
    </fieldset>
  );
}

const INCOMPLETE = `${adminMessages.courseIncomplete} Without them it stays unpublished at this time, and all admins get a mail.`;

/** With it, browsers let no year of more than four digits be typed, which no `Date` reads. */
const LAST_TIME = '9999-12-31T23:59';

interface TimeFieldProps {
  label: string;
  done: 'published' | 'unpublished';
  /** ISO instant. */
  value: string | null;
  now: number;
  error: string | null;
  /** Shown with a time. */
  note: string | null;
  onChange: (instant: string | null) => void;
}

function TimeField({ label, done, value, now, error, note, onChange }: TimeFieldProps) {
  const text = value === null ? null : `Will be ${done} on ${describeInBothZones(value, now)}.`;
  const hint =
    text === null || error !== null
      ? `In the time of this device (${zoneOfDevice()})`
      : [text, note].filter((part) => part !== null).join(' ');
  return (
    <div className={styles.time}>
      <DraftTextField
        label={label}
        type="datetime-local"
        max={LAST_TIME}
        value={toLocalTime(value)}
        error={error}
        hint={hint}
        onType={(typed) => onChange(fromLocalTime(typed))}
      />
      {value !== null && (
        <Button size="sm" variant="quiet" onClick={() => onChange(null)}>
          Remove<span className="visually-hidden"> “{label}”</span>
        </Button>
      )}
    </div>
  );
}

const zoneOfDevice = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
