import { useDeferredValue, useMemo } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { findLearnersHead, findLearnersPage, listLearners } from '#pwa/store/admin/reports.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { cutPage, findPage, type PageFacts } from '#pwa/ui/lists/cut-page.ts';
import { REPORT_LEARNERS_PAGE } from '#schema/limits.ts';
import type { LearnerProgress } from '#schema/reports/reports.ts';
import { findLearners, PAGE_SIZE } from './learners-model.ts';

interface Learners {
  readonly fetchedAt: string | null;
  /** Null while it is read. */
  readonly shown: (PageFacts & { readonly rows: readonly LearnerProgress[] }) | null;
}

/** The learners on this device: of the whole list only the page is read, and all of them only for a search. */
export function useLearners(text: string, requested: number): Learners {
  // The field updates at each keystroke; the rows are deferred.
  const wanted = useDeferredValue(text.trim());
  const isSearch = wanted !== '';
  const page = usePrivateQuery((store) => readPage(store, requested), [requested]);
  const all = usePrivateQuery((store) => (isSearch ? listLearners(store) : nobody), [isSearch]);
  const found = useMemo(() => all && findLearners(all, wanted), [all, wanted]);
  const fetchedAt = page?.head?.fetchedAt ?? null;
  if (!isSearch) return { fetchedAt, shown: page?.shown ?? null };
  return { fetchedAt, shown: found ? cutPage(found, { requested, ...PAGE }) : null };
}

const nobody = Promise.resolve<readonly LearnerProgress[]>([]);
const PAGE = { size: PAGE_SIZE, noun: 'account' } as const;

/** A page of the screen is within one stored page, because their sizes divide. */
async function readPage(store: PrivateStore, requested: number) {
  return readAtOnce(store, [store.state], async (tx) => {
    const head = await findLearnersHead(tx);
    if (head === null) return { head, shown: null };
    const facts = findPage(head.count, { requested, ...PAGE });
    const stored = await findLearnersPage(tx, Math.floor(facts.first / REPORT_LEARNERS_PAGE));
    const first = facts.first % REPORT_LEARNERS_PAGE;
    return { head, shown: { ...facts, rows: stored?.learners.slice(first, first + PAGE_SIZE) ?? [] } };
  });
}
