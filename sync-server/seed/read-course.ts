import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { CourseSource, parseJson, SeedError } from './course-source.ts';

const FIGURE = /src="(figures\/[A-Za-z0-9_.-]+\.svg)"/g;

/** Reads and checks course.json. Throws SeedError with every invalid place. */
export async function readCourseSource(folder: string): Promise<CourseSource> {
  const name = basename(folder);
  const text = await readFile(join(folder, 'course.json'), 'utf8');
  const result = v.safeParse(CourseSource, parseJson(text, `course.json in ${name}`));
  if (!result.success) {
    const places = result.issues.map((issue) => `  ${v.getDotPath(issue) ?? ''}: ${issue.message}`);
    throw new SeedError(`The course in ${name} has errors in course.json:\n${places.join('\n')}`);
  }
  const missing = listPaths(result.output).filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) {
    throw new SeedError(`The course in ${name} names files that do not exist: ${missing.join(', ')}`);
  }
  return result.output;
}

/** The HTML of a lesson with its figures embedded, so it needs no other file. */
export async function readLessonHtml(folder: string, path: string): Promise<string> {
  const html = await readFile(join(folder, path), 'utf8');
  const figures = new Map<string, string>();
  for (const [, figure = ''] of html.matchAll(FIGURE)) {
    const svg = await readFile(join(folder, figure), 'utf8').catch(() => {
      throw new SeedError(
        `${path} of the course in ${basename(folder)} shows ${figure}, which does not exist`,
      );
    });
    figures.set(figure, toDataUri(svg));
  }
  return html.replace(FIGURE, (_, figure: string) => `src="${figures.get(figure) ?? ''}"`);
}

function listPaths(course: CourseSource): string[] {
  const lessons = course.modules.flatMap((module) => module.lessons);
  return [
    ...(course.cover === undefined ? [] : [course.cover]),
    ...lessons.flatMap((lesson) => [
      lesson.content,
      ...(lesson.questions === undefined ? [] : [lesson.questions]),
      ...(lesson.video === undefined ? [] : [lesson.video]),
      ...lesson.resources.flatMap((resource) => ('file' in resource ? [resource.file] : [])),
    ]),
  ];
}

/** Percent-encoded rather than base64: shorter, and still compressible. */
function toDataUri(svg: string): string {
  const oneLine = svg.trim().replace(/\s+/g, ' ');
  const readable = encodeURIComponent(oneLine).replace(/%(?:20|3D|3A|2F|2C|3B)/g, decodeURIComponent);
  return `data:image/svg+xml,${readable}`;
}
