import { describeAgo } from './describe-ago.ts';

const exactTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

interface TimeAgoProps {
  /** ISO instant. */
  at: string;
  /** Milliseconds since the epoch. */
  now: number;
  className?: string | undefined;
}

/** How long ago something was; the exact time for pointers that rest on it and for machines. */
export function TimeAgo({ at, now, className }: TimeAgoProps) {
  return (
    <time className={className} dateTime={at} title={exactTime.format(Date.parse(at))}>
      {describeAgo(at, now)}
    </time>
  );
}
