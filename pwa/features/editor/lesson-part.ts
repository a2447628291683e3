/** What every part of an open lesson is given. The parts take no more of the lesson than they show. */
export interface LessonPartProps {
  moduleId: string;
  lessonId: string;
  title: string;
}
