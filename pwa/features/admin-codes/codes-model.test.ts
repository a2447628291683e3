import { describe, expect, it } from 'vitest';
import type { AdminCodeBatchRow } from '#pwa/store/database/admin-rows.ts';
import { cutPage } from '#pwa/ui/lists/cut-page.ts';
import { describePage, findBatches, nameOf, showBatches } from './codes-model.ts';

const NOW = '2026-11-21T08:00:00.000Z';

const rowOf = (parts: Partial<AdminCodeBatchRow> = {}): AdminCodeBatchRow => ({
  ...{ id: 'spring', courseId: 'tides', name: 'Spring', note: '', prefix: '', origin: 'drawn' },
  ...{ createdAt: NOW, count: 2, uses: 0, maxUses: 1, expiresAt: null, revokedAt: null, version: 1 },
  ...{ redrawn: [], codesFetchedAt: null, v: 1 },
  ...parts,
});

const show = (batches: readonly AdminCodeBatchRow[]) =>
  showBatches({ batches, commands: [], titles: new Map([['tides', 'Tides']]) }, NOW);

describe('the state of a batch', () => {
  it.each([
    ['open', {}],
    ['open', { uses: 2, maxUses: 2 }],
    ['usedUp', { uses: 2 }],
    ['expired', { expiresAt: NOW, uses: 2 }],
    ['revoked', { revokedAt: NOW, expiresAt: NOW }],
  ] as const)('is %s for %j', (state, parts) => {
    expect(show([rowOf(parts)])[0]).toMatchObject({ state, courseTitle: 'Tides' });
  });
});

describe('the list of batches', () => {
  it('combines the filters of course and state', () => {
    const all = show([rowOf(), rowOf({ id: 'used', uses: 2 }), rowOf({ id: 'winds', courseId: 'winds' })]);
    const idsOf = (courseId: string | null, state: 'open' | null) =>
      findBatches(all, { courseId, state }).map(({ batch }) => batch.id);
    expect(idsOf('tides', 'open')).toEqual(['spring']);
    expect(idsOf(null, 'open')).toEqual(['spring', 'winds']);
    expect(idsOf('tides', null)).toEqual(['spring', 'used']);
  });

  it('says how many there are, and which of them a page has', () => {
    const page = (count: number, requested: number) =>
      describePage(
        cutPage(show(Array.from({ length: count }, (_, i) => rowOf({ id: `b${i}` }))), {
          ...{ requested, size: 50, noun: 'batch' },
        }),
      );
    expect([page(0, 0), page(1, 0), page(3, 0), page(60, 1)]).toEqual([
      'No batches found',
      '1 batch',
      '3 batches',
      '51–60 of 60 batches',
    ]);
  });

  it('names a batch without a name by its origin', () => {
    expect(nameOf({ name: '', origin: 'uploaded' })).toBe('Uploaded codes');
    expect(nameOf({ name: 'Spring', origin: 'uploaded' })).toBe('Spring');
  });
});
