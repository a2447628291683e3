/** A course as commands name it: the title is shown where the command is listed. */
export interface CourseRef {
  readonly id: string;
  readonly title: string;
}

/** A lesson as commands name it, with its place. */
export interface LessonRef {
  readonly courseId: string;
  readonly moduleId: string;
  readonly lessonId: string;
  readonly lessonTitle: string;
}
