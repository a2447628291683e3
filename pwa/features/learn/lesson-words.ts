/** The line above a lesson's title. */
export function lessonKicker({ number, duration }: { number: number; duration: number }): string {
  return duration > 0 ? `Lesson ${number} · ${duration} min` : `Lesson ${number}`;
}

/** What the tab and the history call a lesson, before the app's own name. */
export function lessonPageTitle(lessonTitle: string, courseTitle: string): string {
  return `${lessonTitle} · ${courseTitle}`;
}
