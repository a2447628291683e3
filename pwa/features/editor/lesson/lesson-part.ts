/** The props of every part of an open lesson. A part receives no more of the lesson than it shows. */
export interface LessonPartProps {
  moduleId: string;
  lessonId: string;
  title: string;
}
