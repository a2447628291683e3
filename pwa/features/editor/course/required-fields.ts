import { Observable } from '#pwa/device/observable.ts';
import type { DraftBook } from '../draft/draft-book.ts';
import { focusSoon } from '../kit/focus-soon.ts';

/** The required fields of a course, in the order of the form, with the id of their input and what is asked for. */
export const requiredFields = [
  { name: 'title', id: 'course-title', problem: 'Enter a title' },
  { name: 'instructor', id: 'course-instructor', problem: 'Enter an instructor' },
  { name: 'description', id: 'course-description', problem: 'Enter a description' },
] as const;

type Required = Readonly<Record<(typeof requiredFields)[number]['name'], string>>;

/** Whether a save of the course was refused because of them. Before, an empty form has no errors. */
const askedFor = new WeakMap<DraftBook, Observable<boolean>>();

export function requiredAsked(book: DraftBook): Observable<boolean> {
  const asked = askedFor.get(book) ?? new Observable(false);
  askedFor.set(book, asked);
  return asked;
}

/** Shows errors at the empty fields, and leads to the first of them. */
export function askForRequired(book: DraftBook, course: Required): void {
  requiredAsked(book).set(true);
  const first = requiredFields.find(({ name }) => course[name].trim() === '');
  if (first !== undefined) focusSoon(first.id);
}
