const timeOnly = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** `14:05:09` for an instant of the day of `now` (milliseconds since the epoch), with its date for any other. */
export function describeTime(at: string, now: number): string {
  const then = new Date(at);
  const isToday = then.toDateString() === new Date(now).toDateString();
  return (isToday ? timeOnly : dayAndTime).format(then);
}
