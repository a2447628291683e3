const timeOnly = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** `14:05` for an instant of today, with the day for one of any other. */
export function describeTime(at: string, now = new Date()): string {
  const then = new Date(at);
  return (then.toDateString() === now.toDateString() ? timeOnly : dayAndTime).format(then);
}
