// The app's search over lessons from the bench, beside a plain scan of the same texts.
import { CourseIndex } from '#pwa/search/course-index.ts';
import { searchCourses } from '#pwa/search/search-courses.ts';
import type { SearchedLesson, SearchPage } from './window.ts';

let indexes = new Map<string, CourseIndex>();
let texts: string[] = [];

function countBare(terms: string): number {
  const wanted = terms.toLowerCase().split(' ');
  return texts.filter((text) => {
    const lower = text.toLowerCase();
    return wanted.every((term) => lower.includes(term));
  }).length;
}

function timed<T>(work: () => T): { tookMs: number; result: T } {
  const startedMs = performance.now();
  const result = work();
  return { tookMs: performance.now() - startedMs, result };
}

const page: SearchPage = {
  async fill(lessons: readonly SearchedLesson[]) {
    texts = lessons.map(({ title, words: terms }) => `${title} ${terms}`);
    const startedMs = performance.now();
    const created = CourseIndex.empty();
    await created.put(lessons.map((lesson) => ({ ...lesson, readings: '' })));
    const stored = structuredClone(created.store());
    const createdMs = performance.now();
    const loaded = await CourseIndex.load(stored);
    if (loaded === null) throw new Error('The stored index cannot be read');
    indexes = new Map([['long', loaded]]);
    return { makeMs: createdMs - startedMs, loadMs: performance.now() - createdMs };
  },
  search(terms) {
    const bare = timed(() => countBare(terms));
    const ours = timed(() => searchCourses(indexes, terms));
    return { oursMs: ours.tookMs, bareMs: bare.tookMs, count: ours.result.count };
  },
};
window.searchPage = page;
