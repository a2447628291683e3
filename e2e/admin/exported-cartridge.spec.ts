import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type OpenCourseFile, readCourseFile } from '#interchange/course-file/read-course-file.ts';
import { readChoices, readKey } from '#schema/quizzes/question-content.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { adminLogIn } from '../world/admin.ts';
import { axeFindings } from '../world/axe.ts';
import { test } from '../world/world.ts';
import { exportFromWorkspace } from './export-from-workspace.ts';

type Asked = Pick<Question, 'kind' | 'prompt' | 'points' | 'explanation' | 'choices' | 'key'>;

const TITLE = 'Offline-first web apps';

/** Reads a course as its file has it. */
async function readCourse(page: Page, origin: string, tab: string): Promise<OpenCourseFile> {
  const { path } = await exportFromWorkspace(page, origin, { tab, title: TITLE, format: 'Course file' });
  const bytes = readFileSync(path);
  const read = async (offset: number, length: number) =>
    new Uint8Array(bytes.subarray(offset, offset + length));
  return readCourseFile({ sizeBytes: bytes.length, read });
}

const PICTURE = /src="(?:carrel:file\/[0-9a-f]{64}|data:image\/svg\+xml,[^"]*)"/g;

/** A question without the ids and the order of its choices, which an import makes anew. */
function askedBy({ kind, prompt, points, explanation, ...answers }: Asked) {
  const texts = new Map(readChoices(answers).map(({ id, text }) => [id, text]));
  const nameOf = (id: string) => texts.get(id);
  const { right = [], pairs = [], order = [], accepted, value, tolerance, model } = readKey(answers) ?? {};
  return {
    ...{ kind, prompt, points, explanation, accepted, value, tolerance, model },
    choices: [...texts.values()].sort(),
    right: right.map(nameOf).sort(),
    pairs: pairs.map((pair) => pair.map(nameOf).join(' = ')).sort(),
    order: order.map(nameOf),
  };
}

/** The fields of a course that a cartridge contains. The export rewrites drawings, so pictures are compared by their places. */
function contentOf({ outline, texts }: OpenCourseFile) {
  const modules = outline.modules.map(({ title, description, lessons }) => ({
    ...{ title, description },
    lessons: lessons.map(({ duration: _, type: _type, resources, quizzes = [], ...lesson }) => ({
      ...lesson,
      quizzes: quizzes.map(({ questions, ...settings }) => ({
        ...settings,
        questions: questions.map(askedBy),
      })),
      resources: resources.filter((one) => !('captions' in one)).map((one) => ({ ...one, name: '' })),
      captions: resources.filter((one) => 'captions' in one),
    })),
  }));
  const { title, description, instructor } = outline;
  const plain = [...texts].map(([place, html]) => [place, html.trim().replace(PICTURE, 'src="picture"')]);
  return { title, description, instructor, modules, texts: plain };
}

test('Admins export a course as a Common Cartridge, and import it as a course with the same content', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url);
  const exported = { tab: 'published', title: TITLE, format: 'Common Cartridge 1.3' } as const;
  const { path, name } = await exportFromWorkspace(page, server.url, exported);
  expect(name).toBe(`${TITLE}.imscc`);
  const original = await readCourse(page, server.url, 'published');

  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByLabel('Course file').setInputFiles(path);
  await expect(page.getByText('Common Cartridge · 3 modules · 12 lessons')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Report' })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(`“${TITLE}” is saved on this device`)).toBeVisible();
  await page.goto(`${server.url}/sync`);
  await expect(page.getByText('No edits are waiting.')).toBeVisible({ timeout: 30_000 });

  const arrived = await readCourse(page, server.url, 'unpublished');
  expect(contentOf(arrived)).toEqual(contentOf(original));
});
