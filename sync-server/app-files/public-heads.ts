import * as v from 'valibot';
import { Id } from '#schema/id.ts';
import { type Site, siteNameOf } from '#schema/site/site.ts';
import { findPublicCourse } from '../courses/public-course-queries.ts';
import type { Deps } from '../deps.ts';
import type { PageHead } from './page-head.ts';
import { PICTURE_SIZE, picturePath } from './picture-routes.ts';
import { iconQuery } from './school-icons.ts';

const DESCRIPTION_MAX_CHARACTERS = 200;
/** Of every page that is not about a course: the logo of the school, or the icon of the product. */
export const SITE_PICTURE = '/icon-512.png';
const SITE_PICTURE_SIZE = { width: 512, height: 512 } as const;
const INTRODUCTION =
  'Unlock a course with the code that came with your purchase and study it lesson by lesson, online or offline.';

type Texts = Pick<PageHead, 'title' | 'description'>;

/** The titles are those that the screens give their documents; e2e/worker/page-heads.spec.ts compares them. */
const pages: ReadonlyMap<string, (school: Site) => Texts> = new Map([
  [
    '/',
    ({ heroTitle, heroLead }: Site) => ({
      title: heroTitle || 'Your desk in the library',
      description: heroLead || INTRODUCTION,
    }),
  ],
  ['/courses', (school) => ({ title: 'Courses', description: `All courses of ${siteNameOf(school)}.` })],
  [
    '/library',
    () => ({
      title: 'Digital Resource Library',
      description: 'Search online courses, templates, bundles and tools by title, subject and instructor.',
    }),
  ],
  [
    '/support',
    () => ({ title: 'Support', description: 'Write to us at any time. We reply within 24 hours.' }),
  ],
  [
    '/terms',
    () => ({
      title: 'Terms',
      description: 'Your rights and duties when you use a course, in plain language.',
    }),
  ],
  [
    '/privacy',
    () => ({
      title: 'Privacy',
      description:
        'The data that is stored on the server and on your device, for how long, and how you remove it.',
    }),
  ],
  ['/signup', (school) => ({ title: 'Sign Up', description: `Create an account at ${siteNameOf(school)}.` })],
  [
    '/login',
    (school) => ({ title: 'Login', description: `Sign in to your courses at ${siteNameOf(school)}.` }),
  ],
]);

/**
 * The head of a public page; null for every other address, which search engines are not to list. An unpublished course
 * is like one that does not exist.
 */
export async function findHead(
  { db }: Pick<Deps, 'db'>,
  path: string,
  school: Site,
): Promise<PageHead | null> {
  const texts = pages.get(path)?.(school);
  if (texts !== undefined) {
    const image = { ...SITE_PICTURE_SIZE, path: `${SITE_PICTURE}${iconQuery(school)}` };
    return { ...shorten(texts), path, image };
  }
  const courseId = /^\/courses\/([^/]+)$/.exec(path)?.[1];
  const course = v.is(Id, courseId) ? await findPublicCourse(db, courseId) : undefined;
  if (course === undefined) return null;
  return { ...shorten(course), path, image: { ...PICTURE_SIZE, path: picturePath(course.id) } };
}

/** One line each, and of a description as much as previews show. */
function shorten({ title, description }: Texts): Texts {
  const line = description.replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  const isLong = letters.length > DESCRIPTION_MAX_CHARACTERS;
  const text = isLong
    ? `${letters
        .slice(0, DESCRIPTION_MAX_CHARACTERS - 1)
        .join('')
        .trimEnd()}…`
    : line;
  return { title: title.replace(/\s+/g, ' ').trim(), description: text };
}
