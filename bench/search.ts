import { Chromium } from '#e2e/world/browser/chromium.ts';
import { openBenchPage } from './bench-page.ts';
import { type Figure, median } from './figures.ts';
import './search-page/window.ts';
import type { SearchedLesson } from './search-page/window.ts';

const LESSONS = 200;
const TERMS_PER_LESSON = 900;
const VOCABULARY = 12_000;
const CPU_SLOWDOWN = 4;
const QUERIES = 120;
const MOST_MS = 50;
const SEED = 20261121;
const SOURCE = new URL('search-page/main.ts', import.meta.url);

/** Random numbers below 1, the same for the same seed. */
function randomsFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Terms of two to four syllables; the first ones are as frequent in texts as `the` and `of`. About as many
 * share any three letters at the start as the most frequent prefixes of a language (con-, pro-).
 */
function makeVocabulary(random: () => number): string[] {
  const onsets = 'k l m t st v d ch pr n qu s b f g'.split(' ');
  const rimes = ['a', 'en', 'o', 'ir', 'é', 'us'];
  const syllables = onsets.flatMap((onset) => rimes.map((rime) => onset + rime));
  const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? '';
  const terms = new Set<string>();
  while (terms.size < VOCABULARY) {
    terms.add(Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(''));
  }
  return [...terms];
}

function makeLessons(random: () => number, vocabulary: readonly string[]): SearchedLesson[] {
  // Distributed by Zipf's law, as in any language.
  const randomTerm = () => vocabulary[Math.floor(VOCABULARY ** random()) - 1] ?? '';
  const terms = (count: number) => Array.from({ length: count }, randomTerm).join(' ');
  return Array.from({ length: LESSONS }, (_, at) => ({
    id: `lesson-${at}`,
    title: terms(4),
    words: terms(TERMS_PER_LESSON),
  }));
}

/** Typical queries: a term, a prefix, one with a typo, several, a frequent one, and one without a match. */
function makeQueries(random: () => number, vocabulary: readonly string[]): string[] {
  const rare = () => vocabulary[Math.floor(random() * VOCABULARY)] ?? '';
  const frequent = () => vocabulary[Math.floor(random() * 50)] ?? '';
  const kinds: (() => string)[] = [
    rare,
    frequent,
    () => rare().slice(0, 3),
    () => frequent().slice(0, 2),
    () => `${rare().slice(0, 2)}x${rare().slice(3)}`,
    () => `${frequent()} ${rare()}`,
    () => `${frequent()} ${frequent()} ${rare()}`,
    () => 'zzyzx',
  ];
  return Array.from({ length: QUERIES }, (_, at) => kinds[at % kinds.length]?.() ?? '');
}

/** Terms searched in 200 downloaded lessons, with their excerpts, as the search screen does at each key. */
export async function searchFigures(): Promise<Figure[]> {
  const random = randomsFrom(SEED);
  const vocabulary = makeVocabulary(random);
  const lessons = makeLessons(random, vocabulary);
  const queries = makeQueries(random, vocabulary);
  const device = await Chromium.create();
  const ours: number[] = [];
  const bare: number[] = [];
  let built = { makeMs: 0, loadMs: 0 };
  try {
    const page = await openBenchPage(device, { source: SOURCE, name: 'searchPage' });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    built = await page.evaluate((all) => window.searchPage.fill(all), lessons);
    for (const query of queries) {
      const tries = await page.evaluate(
        (terms) => [1, 2, 3].map(() => window.searchPage.search(terms)),
        query,
      );
      ours.push(Math.min(...tries.map(({ oursMs }) => oursMs)));
      bare.push(Math.min(...tries.map(({ bareMs }) => bareMs)));
    }
  } finally {
    await device.dispose();
  }
  return [
    figureOf('a search in 200 downloaded lessons, the median', median(ours), ours),
    figureOf('a search in 200 downloaded lessons, the slowest', Math.max(...ours), ours),
    {
      name: 'the same searches beside a scan of all texts from beginning to end',
      value: median(ours) / median(bare),
      unit: 'times the scan, which knows no slips, accents, order or excerpts',
      bound: null,
      detail: `medians ${median(ours).toFixed(1)} ms and ${median(bare).toFixed(1)} ms; the index was made in ${built.makeMs.toFixed(0)} ms, in slices, and taken up again in ${built.loadMs.toFixed(0)} ms`,
    },
  ];
}

function figureOf(name: string, value: number, all: readonly number[]): Figure {
  return {
    name: `${name}, CPU slowed ${CPU_SLOWDOWN} times`,
    value,
    unit: 'ms',
    bound: { kind: 'at most', value: MOST_MS },
    detail: `${all.length} queries, the best of three tries each, seed ${SEED}, ${TERMS_PER_LESSON} words a lesson`,
  };
}
