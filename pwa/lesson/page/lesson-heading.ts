/** The line above a lesson's title. */
export function lessonKicker({ number, duration }: { number: number; duration: number }): string {
  return duration > 0 ? `Lesson ${number} · ${duration} min` : `Lesson ${number}`;
}

/** The document title of a lesson, without the app's name. */
export function lessonPageTitle(lessonTitle: string, courseTitle: string): string {
  return `${lessonTitle} · ${courseTitle}`;
}
