const timeOnly = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * Formats an instant as `14:05:09` if it is on the day of `now` (milliseconds since the epoch), otherwise
 * with the date.
 */
export function describeTime(at: string, now: number): string {
  const then = new Date(at);
  const isToday = then.toDateString() === new Date(now).toDateString();
  return (isToday ? timeOnly : dayAndTime).format(then);
}
