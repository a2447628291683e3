import { describeAgo } from './describe-ago.ts';

const exactTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

interface TimeAgoProps {
  /** ISO string. */
  at: string;
  /** Milliseconds since the epoch. */
  now: number;
  className?: string | undefined;
}

/** A relative time, with the exact time as tooltip and in `datetime`. */
export function TimeAgo({ at, now, className }: TimeAgoProps) {
  return (
    <time className={className} dateTime={at} title={exactTime.format(Date.parse(at))}>
      {describeAgo(at, now)}
    </time>
  );
}
