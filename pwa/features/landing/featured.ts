export interface FeaturedCourse {
  readonly id: string;
  readonly title: string;
  readonly instructor: string;
  /** Their number. */
  readonly lessons: number;
}

/** The three fixed featured courses of the front page (spec map, section 1). */
export const featuredCourses = [
  { id: 'course-1', title: 'Offline-first web apps', instructor: 'Mara Oduya', lessons: 12 },
  { id: 'course-2', title: 'Numbers for small shops', instructor: 'Jonas Weil', lessons: 8 },
  { id: 'course-3', title: 'Sound from scratch', instructor: 'Ana Prado', lessons: 10 },
] as const satisfies readonly FeaturedCourse[];

/** The three fixed sample testimonials of the front page (spec map, section 1). */
export const testimonials = [
  {
    quote:
      'I read three lessons in the tunnel between two stations. When the train came out, my ticks were already there.',
    name: 'Ines Barros',
    who: 'Offline-first web apps',
  },
  {
    quote:
      'The shop has no signal behind the counter. I study between two customers, and nothing I did has ever gone missing.',
    name: 'Tomas Lindqvist',
    who: 'Numbers for small shops',
  },
  {
    quote:
      'One code, and the course is simply mine. A year later I still open it when I set up a microphone.',
    name: 'Rhea Mathur',
    who: 'Sound from scratch',
  },
] as const;
