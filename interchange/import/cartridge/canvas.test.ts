import { describe, expect, it } from 'vitest';
import { cartridgeText, item, resource } from '../manifest/manifest-for-test.ts';
import { readForTest } from './cartridge-for-test.ts';

const LOR = { type: 'associatedcontent/imscc_xmlv1p1/learning-application-resource' };
const wiki = (title: string, { state = 'active', body = '<p>Text</p>' } = {}) =>
  `<html><head><title>${title}</title><meta name="workflow_state" content="${state}"/></head><body>${body}</body></html>`;
const meta = (...modules: string[]) =>
  `<modules xmlns="http://canvas.instructure.com/xsd/cccv1p0">${modules.join('')}</modules>`;
const metaModule = (identifier: string, title: string, items: string, state = 'active') =>
  `<module identifier="${identifier}"><title>${title}</title><workflow_state>${state}</workflow_state><items>${items}</items></module>`;
const metaItem = (
  identifier: string,
  type: string,
  { to = '', url = '', title = '', state = 'active' } = {},
) =>
  `<item identifier="${identifier}"><content_type>${type}</content_type><workflow_state>${state}</workflow_state><title>${title}</title><identifierref>${to}</identifierref><url>${url}</url></item>`;

const META = 'course_settings/module_meta.xml';
const SETTINGS = 'course_settings/course_settings.xml';

describe('a cartridge of Canvas', () => {
  it('has the order of its modules, and their headings in the titles', async () => {
    const { modules } = await readForTest(
      cartridgeText({
        items:
          item('m', 'M', {
            inside: item('h', 'Read') + item('a', 'A', { to: 'A' }) + item('b', 'B', { to: 'B' }),
          }) + item('n', 'N', { inside: item('c', 'C', { to: 'C' }) }),
        resources:
          resource('A', ['wiki_content/a.html']) +
          resource('B', ['wiki_content/b.html']) +
          resource('C', ['wiki_content/c.html']),
      }),
      {
        [META]: meta(
          metaModule('n', 'N', metaItem('c', 'WikiPage', { to: 'C' })),
          metaModule(
            'm',
            'M',
            metaItem('b', 'WikiPage', { to: 'B' }) +
              metaItem('h', 'ContextModuleSubHeader', { title: 'Read' }) +
              metaItem('a', 'WikiPage', { to: 'A' }),
          ),
        ),
        ...{
          'wiki_content/a.html': wiki('A'),
          'wiki_content/b.html': wiki('B'),
          'wiki_content/c.html': wiki('C'),
        },
      },
    );
    expect(modules).toEqual([
      ['N', ['C']],
      ['M', ['B', 'Read: A']],
    ]);
  });

  it('has links and tools that its manifest does not have', async () => {
    const { lessons, report } = await readForTest(
      cartridgeText({
        items: item('m', 'M', { inside: item('other', 'Badge', { to: 'tool' }) }),
        resources: '',
      }),
      {
        [META]: meta(
          metaModule(
            'm',
            'M',
            metaItem('u', 'ExternalUrl', { to: 'u', url: 'https://example.org/?a&amp;b', title: 'Site' }) +
              metaItem('tool', 'ContextExternalTool', {
                to: 'x',
                url: 'https://example.org/lti',
                title: 'Badge',
              }),
          ),
        ),
      },
    );
    expect(lessons).toMatchObject([
      { title: 'Site', attachments: [{ title: 'Site', url: 'https://example.org/?a&b' }] },
    ]);
    expect(report.lines).toMatchObject([{ outcome: 'leftOut', place: 'Badge', count: 1 }]);
  });

  it('takes what was hidden, and reports it', async () => {
    const topicMeta =
      '<topicMeta xmlns="http://canvas.instructure.com/xsd/cccv1p0"><title>D</title><type>topic</type><workflow_state>unpublished</workflow_state></topicMeta>';
    const { lessons, report } = await readForTest(
      cartridgeText({
        items:
          item('m', 'M', { inside: item('a', 'A', { to: 'A' }) }) +
          item('n', 'N', {
            inside: item('b', 'B', { to: 'B' }) + item('c', 'C', { to: 'C' }) + item('d', 'D', { to: 'D' }),
          }),
        resources:
          resource('A', ['wiki_content/a.html']) +
          resource('B', ['wiki_content/b.html']) +
          resource('C', ['wiki_content/c.html']) +
          resource('D', ['d.xml'], { type: 'imsdt_xmlv1p1', inside: '<dependency identifierref="DM"/>' }) +
          resource('DM', ['dm.xml'], LOR),
      }),
      {
        [META]: meta(
          metaModule('m', 'M', metaItem('a', 'WikiPage', { to: 'A' }), 'unpublished'),
          metaModule(
            'n',
            'N',
            metaItem('b', 'WikiPage', { to: 'B', state: 'unpublished' }) +
              metaItem('c', 'WikiPage', { to: 'C' }) +
              metaItem('d', 'DiscussionTopic', { to: 'D' }),
          ),
        ),
        'wiki_content/a.html': wiki('A'),
        'wiki_content/b.html': wiki('B'),
        'wiki_content/c.html': wiki('C', { state: 'unpublished' }),
        'd.xml': '<topic><title>D</title><text texttype="text/html">Talk</text></topic>',
        'dm.xml': topicMeta,
      },
    );
    expect(lessons).toHaveLength(4);
    expect(report.lines).toContainEqual({
      ...{ outcome: 'simplified', place: 'A', others: ['B', 'C', 'D'], count: 4 },
      reason: 'It was hidden from learners there, and is visible here when the course is published.',
    });
  });

  it('takes assignments with their settings', async () => {
    const settings =
      '<assignment xmlns="http://canvas.instructure.com/xsd/cccv1p0"><title>Essay</title><workflow_state>unpublished</workflow_state></assignment>';
    const { lessons, report } = await readForTest(
      cartridgeText({ resources: resource('A', ['A/essay.html', 'A/assignment_settings.xml'], LOR) }),
      { 'A/essay.html': wiki('Assignment: Essay'), 'A/assignment_settings.xml': settings },
    );
    expect(lessons).toMatchObject([{ title: 'Essay', key: 'A/essay.html' }]);
    expect(report.lines.map(({ outcome, place }) => [outcome, place])).toEqual([
      ['simplified', 'Essay'],
      ['simplified', 'Essay'],
    ]);
  });

  it('has its title, description and picture', async () => {
    const { course } = await readForTest(
      cartridgeText({
        resources: resource('P', ['web_resources/p.png']) + resource('A', ['wiki_content/a.html']),
      }),
      {
        [SETTINGS]:
          '<course><title>Tides</title><public_description>All of them</public_description><image_identifier_ref>P</image_identifier_ref></course>',
        ...{ 'web_resources/p.png': '', 'wiki_content/a.html': wiki('A') },
      },
    );
    expect(course).toMatchObject({
      title: 'Tides',
      description: 'All of them',
      picture: 'web_resources/p.png',
    });
  });

  it('has its syllabus and other pages last, but no announcements and no pages among its files', async () => {
    const announcement =
      '<topicMeta xmlns="http://canvas.instructure.com/xsd/cccv1p0"><title>News</title><type>announcement</type></topicMeta>';
    const { modules, report } = await readForTest(
      cartridgeText({
        items: item('m', 'M', { inside: item('a', 'A', { to: 'A' }) }),
        resources:
          resource('A', ['wiki_content/a.html']) +
          resource('B', ['wiki_content/b.html']) +
          resource('W', ['web_resources/w.html']) +
          resource('D', ['d.xml'], { type: 'imsdt_xmlv1p1', inside: '<dependency identifierref="DM"/>' }) +
          resource('DM', ['dm.xml'], LOR) +
          resource('S', ['course_settings/syllabus.html'], { ...LOR, attributes: 'intendeduse="syllabus"' }),
      }),
      {
        [META]: meta(metaModule('m', 'M', metaItem('a', 'WikiPage', { to: 'A' }))),
        'wiki_content/a.html': wiki('A'),
        'wiki_content/b.html': wiki('B'),
        'web_resources/w.html': wiki('W'),
        'course_settings/syllabus.html': wiki('Syllabus'),
        'd.xml': '<topic><title>News</title><text texttype="text/html">Talk</text></topic>',
        'dm.xml': announcement,
      },
    );
    expect(modules).toEqual([
      ['M', ['A']],
      ['Other pages', ['Syllabus', 'B']],
    ]);
    expect(report.lines).toMatchObject([{ outcome: 'leftOut', place: 'News' }]);
  });
});

describe('an address in a cartridge', () => {
  const files = {
    [META]: meta(
      metaModule(
        'm',
        'M',
        metaItem('a', 'WikiPage', { to: 'A' }) + metaItem('d', 'DiscussionTopic', { to: 'D' }),
      ),
    ),
    'wiki_content/my-page.html': wiki('A'),
    'wiki_content/empty.html': wiki('Empty', { body: '' }),
    'web_resources/Uploaded Media/Día 1 (F).pdf': '',
    'web_resources/pic.png': '',
    'media/beside.png': '',
    'csfiles/home_dir/plan__xid-123_1.pdf': '',
    'd.xml': '<topic><title>D</title><text texttype="text/html">Talk</text></topic>',
    'dm.xml':
      '<topicMeta><type>topic</type><assignment identifier="graded"><title>D</title></assignment></topicMeta>',
    'course_settings/syllabus.html': wiki('Syllabus'),
    'q.xml': '<questestinterop/>',
  };
  const read = () =>
    readForTest(
      cartridgeText({
        items: item('m', 'M', { inside: item('a', 'A', { to: 'A' }) + item('d', 'D', { to: 'D' }) }),
        resources:
          resource('A', ['wiki_content/my-page.html']) +
          resource('E', ['wiki_content/empty.html']) +
          resource('F', ['web_resources/Uploaded Media/Día 1 (F).pdf']) +
          resource('D', ['d.xml'], { type: 'imsdt_xmlv1p1', inside: '<dependency identifierref="DM"/>' }) +
          resource('DM', ['dm.xml'], LOR) +
          resource('S', ['course_settings/syllabus.html'], { ...LOR, attributes: 'intendeduse="syllabus"' }) +
          resource('Q', ['q.xml'], { type: 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment' }),
      }),
      files,
    );
  const resolved = async (address: string) => {
    const { course, lessons, report } = await read();
    const [lesson] = lessons;
    if (lesson === undefined) throw new Error('There is no lesson');
    const before = report.lines.length;
    return { to: course.resolve?.(address, lesson), isReported: report.lines.length > before };
  };
  const PDF = 'web_resources/Uploaded Media/Día 1 (F).pdf';

  it.each([
    ['$IMS-CC-FILEBASE$/pic.png', 'web_resources/pic.png'],
    ['%24IMS-CC-FILEBASE%24/pic.png?canvas_download=1&canvas_qs_wrap=1', 'web_resources/pic.png'],
    ['$IMS_CC_FILEBASE$/pic.png', 'web_resources/pic.png'],
    ['$IMS-CC-FILEBASE$/Uploaded%20Media/Di%CC%81a%201%20(F).pdf?canvas_download=1', PDF],
    ['$IMS-CC-FILEBASE$../media/beside.png', 'media/beside.png'],
    ['$IMS-CC-FILEBASE$/media/beside.png', 'media/beside.png'],
    ['$IMS-CC-FILEBASE$/gone%20one.png?x=1', 'web_resources/gone one.png'],
    ['$WIKI_REFERENCE$/pages/my-page', 'wiki_content/my-page.html'],
    ['%24WIKI_REFERENCE%24/wiki/my-page#part', 'wiki_content/my-page.html'],
    ['$WIKI_REFERENCE$/pages/A', 'wiki_content/my-page.html'],
    ['$WIKI_REFERENCE$/pages/gone', 'wiki_content/gone.html'],
    ['$CANVAS_OBJECT_REFERENCE$/discussion_topics/D', 'text:D'],
    ['$CANVAS_OBJECT_REFERENCE$/assignments/graded', 'text:D'],
    ['$CANVAS_OBJECT_REFERENCE$/modules/m?wrap=1', 'wiki_content/my-page.html'],
    ['$CANVAS_COURSE_REFERENCE$/modules/items/d', 'text:D'],
    ['$CANVAS_COURSE_REFERENCE$/file_ref/F/download?wrap=1', PDF],
    ['$CANVAS_COURSE_REFERENCE$/file_contents/course%20files/pic.png', 'web_resources/pic.png'],
    ['$CANVAS_COURSE_REFERENCE$/assignments/syllabus', 'course_settings/syllabus.html'],
    ['$CANVAS_COURSE_REFERENCE$/pages/my-page', 'wiki_content/my-page.html'],
    ['https://bb.example.edu/bbcswebdav/xid-123_1', 'csfiles/home_dir/plan__xid-123_1.pdf'],
    ['../web_resources/pic.png', null],
    ['https://example.org/', null],
    ['$UNKNOWN$/x', null],
    ['$5', null],
  ])('is resolved: %s', async (address, to) => {
    expect(await resolved(address)).toEqual({ to, isReported: false });
  });

  it.each([
    '$CANVAS_COURSE_REFERENCE$/grades',
    '$CANVAS_COURSE_REFERENCE$/modules',
    '$CANVAS_OBJECT_REFERENCE$/quizzes/Q',
    '$WIKI_REFERENCE$/pages/empty',
    '$CANVAS_COURSE_REFERENCE$/external_tools/retrieve?url=https%3A%2F%2Fexample.com',
  ])('leads nowhere, and is reported: %s', async (address) => {
    expect(await resolved(address)).toEqual({ to: '', isReported: true });
  });

  it('never leads out of the file', async () => {
    const hostile = [
      '$IMS-CC-FILEBASE$/../../../etc/passwd',
      '$WIKI_REFERENCE$/pages/../../../x',
      '$IMS-CC-FILEBASE$',
    ];
    const { course, lessons } = await read();
    const [lesson] = lessons;
    if (lesson === undefined) throw new Error('There is no lesson');
    for (const address of hostile)
      expect(Object.keys(files)).not.toContain(course.resolve?.(address, lesson));
  });
});
