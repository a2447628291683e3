// The app's search over lessons from the bench, beside a plain scan of the same texts.
import { CourseIndex } from '../../pwa/search/course-index.ts';
import { searchCourses } from '../../pwa/search/search-courses.ts';
import type { SearchedLesson, SearchPage } from './window.ts';

let indexes = new Map<string, CourseIndex>();
let texts: string[] = [];

function countBare(words: string): number {
  const wanted = words.toLowerCase().split(' ');
  return texts.filter((text) => {
    const lower = text.toLowerCase();
    return wanted.every((word) => lower.includes(word));
  }).length;
}

function timed<T>(work: () => T): { tookMs: number; result: T } {
  const startedMs = performance.now();
  const result = work();
  return { tookMs: performance.now() - startedMs, result };
}

const page: SearchPage = {
  async fill(lessons: readonly SearchedLesson[]) {
    texts = lessons.map(({ title, words }) => `${title} ${words}`);
    const startedMs = performance.now();
    const made = CourseIndex.empty();
    await made.put(lessons);
    const stored = structuredClone(made.store());
    const madeMs = performance.now();
    const loaded = await CourseIndex.load(stored);
    if (loaded === null) throw new Error('The index does not read what it wrote');
    indexes = new Map([['long', loaded]]);
    return { makeMs: madeMs - startedMs, loadMs: performance.now() - madeMs };
  },
  search(words) {
    const bare = timed(() => countBare(words));
    const ours = timed(() => searchCourses(indexes, words));
    return { oursMs: ours.tookMs, bareMs: bare.tookMs, count: ours.result.count };
  },
};
window.searchPage = page;
