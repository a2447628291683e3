import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#schema/testing/any-character.ts';
import { ImportError } from '../import-error.ts';
import { backupForTest, contextOf, readForTest, titlesOf } from './backup-for-test.ts';

const page = { id: 1, kind: 'page', name: 'Tides', fields: { content: '<p>Water</p>' } };
const other = {
  id: 2,
  kind: 'page',
  name: 'Moon',
  fields: { content: '<a href="$@PAGEVIEWBYID*1@$">x</a>' },
};
const whole = backupForTest(
  [{ name: 'Sea', summary: '<p>About</p>', activities: [page, other] }],
  [{ contextId: contextOf(1), component: 'mod_page', area: 'content', name: 'a.png', hash: 'abcd' }],
  { abcd: 'picture' },
);

const DTD = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "x"><!ENTITY f SYSTEM "file:///etc/passwd">]>';

describe('a hostile Moodle backup', () => {
  it.each([
    ['no XML', 'activities/page_1/page.xml', 'nothing'],
    ['not whole', 'activities/page_1/page.xml', '<activity><page>'],
    [
      'with entities',
      'activities/page_1/page.xml',
      `${DTD}<activity><page><name>&e;&f;</name></page></activity>`,
    ],
    ['too deep', 'activities/page_1/page.xml', '<a>'.repeat(200)],
    ['too large', 'activities/page_1/page.xml', ' '.repeat(20 * 1024 * 1024 + 1)],
  ])('with a part that is %s has the rest, and a report', async (_, path, text) => {
    const { course, report } = await readForTest({ ...whole, [path]: text });
    expect(titlesOf(course)).toEqual(['Sea: Moon']);
    expect(report).toEqual([expect.stringMatching(/^missing 1 activities\/page_1\/page.xml: /)]);
  });

  it.each([
    'activities/page_1/page.xml',
    'sections/section_100/section.xml',
    'course/course.xml',
    'files.xml',
  ])('without %s has the rest, and a report', async (path) => {
    const { [path]: _, ...rest } = whole;
    const { course, report } = await readForTest(rest);
    expect(course.modules[0]?.lessons.map(({ title }) => title)).toContain('Moon');
    expect(report).toEqual([`missing 1 ${path}: This part of the backup is missing.`]);
  });

  it('whose list is not well-formed is refused', async () => {
    const files = { ...whole, 'moodle_backup.xml': `${DTD}<moodle_backup/>` };
    const problem = await readForTest(files).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ImportError);
  });

  it.each(['../../etc', '.', '', '/etc'])(
    'whose activity is in the folder %j has the rest',
    async (directory) => {
      const list = String(whole['moodle_backup.xml']).replace('activities/page_1<', `${directory}<`);
      const { course } = await readForTest({ ...whole, 'moodle_backup.xml': list });
      expect(titlesOf(course)).toEqual(['Sea: Moon']);
    },
  );

  it('with a text in Markdown that is nested too deeply has the rest, and a report', async () => {
    const deep = { ...page, fields: { content: '> '.repeat(20_000), contentformat: '4' } };
    const { course, report } = await readForTest(backupForTest([{ name: 'Sea', activities: [deep, other] }]));
    expect(titlesOf(course)).toEqual(['Sea: Tides, Moon']);
    expect(report).toEqual([]);
  });

  it('never opens the activities of people that it leaves out', async () => {
    const quiz = { id: 3, kind: 'survey', name: 'Test & more' };
    const files = backupForTest([{ name: 'Sea', activities: [page, quiz] }]);
    const { 'activities/survey_3/survey.xml': _, ...rest } = files;
    const { report } = await readForTest(rest);
    expect(report).toEqual([
      'leftOut 1 Test & more: This is an activity of the other system (survey), and Carrel has nothing like it.',
    ]);
  });

  it('with numbers of any size is read', async () => {
    const section = String(whole['sections/section_100/section.xml'])
      .replace('<number>0</number>', `<number>${'9'.repeat(400)}</number>`)
      .replace('<sequence>1,2</sequence>', `<sequence>${'1,'.repeat(10_000)}-5,x,,2</sequence>`);
    const { course } = await readForTest({ ...whole, 'sections/section_100/section.xml': section });
    expect(titlesOf(course)).toEqual(['Sea: Tides, Moon']);
  });

  it('cut off or changed anywhere throws nothing but ImportError', async () => {
    const paths = Object.keys(whole).filter((path) => path.endsWith('.xml'));
    const changes = fc.record({
      path: fc.constantFrom(...paths),
      at: fc.nat(),
      length: fc.integer({ min: 0, max: 40 }),
      text: fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 20 }),
        fc.constantFrom('<', '>', '&', '"', ']]>', '<!--', '</'),
      ),
      isCut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(changes, async ({ path, at, length, text, isCut }) => {
        const xml = String(whole[path]);
        const place = at % xml.length;
        const changed = xml.slice(0, place) + text + (isCut ? '' : xml.slice(place + length));
        try {
          const { course } = await readForTest({ ...whole, [path]: changed });
          expect(course.modules.every(({ title, lessons }) => title !== '' && lessons.length > 0)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
