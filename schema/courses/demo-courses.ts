/** The ids of the courses that an empty database is filled with; no other course can have them. */
export const DEMO_COURSE_IDS: readonly string[] = ['course-1', 'course-2', 'course-3'];
