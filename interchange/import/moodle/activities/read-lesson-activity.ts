import { lessonOf } from '#interchange/import/imported-course.ts';
import { childrenOf, findElement, type XmlElement } from '#interchange/import/xml.ts';
import { moodleReasons } from '../moodle-reasons.ts';
import { valueAt } from '../read-backup-xml.ts';
import { type Activity, type ActivityLesson, partTitle } from './activity.ts';

/** Moodle's number for a page without a question. */
const CONTENT_PAGE = '20';
/** Ends of branches and clusters, which show nothing. */
const MARKS: ReadonlySet<string> = new Set(['21', '30', '31']);

/** One lesson for each page of content, in the order in which the pages name each other. */
export function readLessonActivity(activity: Activity): ActivityLesson[] {
  const pages = orderedPages(activity).filter((page) => !MARKS.has(valueAt(page, 'qtype')));
  const contents = pages.filter((page) => valueAt(page, 'qtype') === CONTENT_PAGE);
  if (contents.length < pages.length)
    activity.report.add('leftOut', activity.title, moodleReasons.questionPages);
  const lessons = contents.map((page, at) => lessonOfPage(activity, page, at === 0, contents.length === 1));
  return attachMedia(activity, lessons);
}

function lessonOfPage(
  activity: Activity,
  page: XmlElement,
  isFirst: boolean,
  isOnly: boolean,
): ActivityLesson {
  const id = page.attributes.get('id') ?? '';
  const html = activity.html(page, 'contents', 'page_contents', id);
  const texts = isFirst ? activity.introduce(html) : { description: '', html };
  const title = isOnly ? activity.title : partTitle(activity, valueAt(page, 'title'));
  return { partIds: [id], lesson: lessonOf({ key: activity.keyOf(id), title, ...texts }) };
}

/** The file that Moodle shows beside all pages belongs to the first one. */
function attachMedia(activity: Activity, [first, ...others]: ActivityLesson[]): ActivityLesson[] {
  if (first === undefined) return [];
  const attachments = activity.attachments('mediafile');
  return [{ ...first, lesson: { ...first.lesson, attachments } }, ...others];
}

/** From the page that has none before it; pages that no other one names come last, in the order of the file. */
function orderedPages({ element }: Activity): XmlElement[] {
  const list = findElement(element, 'pages');
  const pages = list === undefined ? [] : childrenOf(list, 'page');
  const byId = new Map(pages.map((page) => [page.attributes.get('id') ?? '', page]));
  const ordered = new Set<XmlElement>();
  let next = pages.find((page) => valueAt(page, 'prevpageid') === '0');
  while (next !== undefined && !ordered.has(next)) {
    ordered.add(next);
    next = byId.get(valueAt(next, 'nextpageid'));
  }
  return [...ordered, ...pages.filter((page) => !ordered.has(page))];
}
