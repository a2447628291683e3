import type { ScheduledCourse } from '#schema/courses/schedule.ts';

/** How a zone shows an instant. */
interface Zoned {
  readonly day: string;
  readonly time: string;
}

const formatsOf = (timeZone?: string) => {
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = { day: 'numeric', month: 'short', ...zone } as const;
  return {
    day: new Intl.DateTimeFormat('en-GB', day),
    dayAndYear: new Intl.DateTimeFormat('en-GB', { ...day, year: 'numeric' }),
    time: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', ...zone }),
  };
};

function zoned(instant: Date, now: Date, timeZone?: string): Zoned {
  const { day, dayAndYear, time } = formatsOf(timeZone);
  const isThisYear = instant.getFullYear() === now.getFullYear();
  return { day: (isThisYear ? day : dayAndYear).format(instant), time: time.format(instant) };
}

/**
 * Formats an ISO instant in the zone of the device and in UTC: `3 Dec at 09:00 (08:00 UTC)`, with the year unless it is
 * that of `now` (milliseconds since the epoch), and with both days where they differ.
 */
export function describeInBothZones(instant: string, now: number, deviceZone?: string): string {
  const date = new Date(instant);
  const here = zoned(date, new Date(now), deviceZone);
  const utc = zoned(date, new Date(now), 'UTC');
  const text = `${here.day} at ${here.time}`;
  if (utc.day !== here.day) return `${text} (${utc.day} at ${utc.time} UTC)`;
  return utc.time === here.time ? `${text} UTC` : `${text} (${utc.time} UTC)`;
}

type Times = Pick<ScheduledCourse, 'publishAt' | 'unpublishAt'>;

/** Sentences about the times of a course, in their order; none for a course without. */
export function describeSchedule({ publishAt, unpublishAt }: Times, now: number): string[] {
  return [
    ...(publishAt === null ? [] : [describeTime('published', publishAt, now)]),
    ...(unpublishAt === null ? [] : [describeTime('unpublished', unpublishAt, now)]),
  ];
}

/** The server does what is due within half a minute, once it has received the time. */
function describeTime(action: 'published' | 'unpublished', instant: string, now: number): string {
  const text = describeInBothZones(instant, now);
  return Date.parse(instant) <= now ? `Due to be ${action} since ${text}` : `Will be ${action} on ${text}`;
}
