const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** The moment that numbers are of: `As of 14:02`, with the day if it is not today. `at`: ISO instant. */
export function describeAsOf(at: string, now: Date): string {
  const moment = new Date(at);
  const isToday = moment.toDateString() === now.toDateString();
  return `As of ${(isToday ? time : dayAndTime).format(moment)}`;
}
