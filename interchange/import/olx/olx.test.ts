import { describe, expect, it } from 'vitest';
import { digestOf } from '#interchange/course-file/digest.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { readForeign } from '../read-foreign.ts';

const PNG = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);

const course = {
  'course.xml': '<course url_name="run" org="O" course="C"/>',
  'course/run.xml':
    '<course display_name="Tides"><chapter url_name="one"/><chapter url_name="gone"/><wiki slug="x"/></course>',
  'chapter/one.xml': '<chapter display_name="The sea"><sequential url_name="s"/></chapter>',
  'sequential/s.xml':
    '<sequential display_name="Water"><vertical url_name="v2"/><vertical url_name="v1"/></sequential>',
  'vertical/v1.xml':
    '<vertical display_name="Ebb"><html url_name="h1"/><problem url_name="p1"/><video url_name="m" youtube="1.00:abcdefghijk"/></vertical>',
  'vertical/v2.xml': '<vertical display_name="Water"><html url_name="h2"/></vertical>',
  'html/h1.xml': '<html filename="h1" display_name="Why"/>',
  'html/h1.html': '<p><img src="/static/a_b.png"> <a href="/jump_to_id/v2">Water</a></p>',
  'html/h2.xml': '<html filename="h2" display_name="Text"/>',
  'html/h2.html': '<p>Wet.</p>',
  'problem/p1.xml': '<problem/>',
  'static/a_b.png': PNG,
  'static/c.png': PNG,
  'about/short_description.html': 'About the sea.',
  'info/updates.html': '<p>News</p>',
  'policies/run/policy.json': '{}',
};

describe('a course of Open edX', () => {
  it('has its chapters and units in their order, and what is not taken is reported', async () => {
    const { format, outline, texts, report } = await readForeign(treeForTest(course), 'x', {
      shrinkPicture: async (picture) => picture,
      storePicture: async ({ bytes }) => digestOf(bytes),
      storeFile: async (bytes) => digestOf(bytes),
      onProgress: () => undefined,
    });
    expect([format, outline.title, outline.description]).toEqual(['Open edX', 'Tides', 'About the sea.']);
    const lessons = outline.modules.map((module) => [
      module.title,
      ...module.lessons.map(({ title }) => title),
    ]);
    expect(lessons).toEqual([['The sea', 'Water', 'Water: Ebb']]);
    expect(outline.modules[0]?.lessons[1]?.video).toEqual({
      url: 'https://www.youtube.com/watch?v=abcdefghijk',
    });
    expect([...texts.values()][1]).toMatch(
      /^<h3>Why<\/h3><div><p><img src="carrel:file\/[0-9a-f]{64}" alt="" \/> <a href="carrel:lesson\/1\/1" rel="noopener">Water<\/a>/,
    );
    expect(report.map(({ outcome, place }) => `${outcome} ${place}`)).toEqual([
      'missing gone',
      'leftOut Water: Ebb',
      'leftOut static/c.png',
      'leftOut info/updates.html',
    ]);
  });
});
