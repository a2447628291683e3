import { plainText, plainTitle } from '../../plain-text.ts';
import type { Activity, ActivityLesson } from './activity.ts';

const HEADING = /<h[1-6][^<>]{0,500}>([\s\S]{0,2000}?)<\/h[1-6]>/i;
const TITLE_CHARACTERS = 60;

/** A text between activities. Its title is its heading, or its begin. */
export function readLabel(label: Activity): ActivityLesson[] {
  const html = label.intro;
  const heading = plainTitle(HEADING.exec(html)?.[1] ?? '', '');
  return label.single({ html, title: heading || beginOf(html) || label.title });
}

function beginOf(html: string): string {
  const [line = ''] = plainText(html).split('\n');
  if (line.length <= TITLE_CHARACTERS) return line;
  return `${line.slice(0, TITLE_CHARACTERS).replace(/\s+\S*$/, '')}…`;
}
