import * as v from 'valibot';
import { LearnerProgress } from '#schema/reports/reports.ts';
import { read, write } from '../database/access.ts';
import type { PrivateStore, Reader } from '../database/private-store.ts';
import { REPORT_PREFIX } from './report-rows.ts';

/*
 * Reports as they were fetched last, so they can be read without a network. The one of learners is stored in the pages
 * in which it came: a page of the screen then reads one of them.
 */

const LEARNERS = `${REPORT_PREFIX}learners`;
const pageKey = (index: number) => `${LEARNERS}/${index}`;

const Stored = v.object({
  /** When the server last said that this is current. */
  fetchedAt: v.string(),
  /** To ask with; null when the report has to come whole. */
  etag: v.nullable(v.string()),
  report: v.unknown(),
});

export interface StoredReport<Report> {
  readonly report: Report;
  readonly fetchedAt: string;
  readonly etag: string | null;
}

/** Returns a report under its name; null on a device that never had it, or has it in another shape. */
export function findReport<Schema extends v.GenericSchema>(
  store: Reader,
  name: string,
  schema: Schema,
): Promise<StoredReport<v.InferOutput<Schema>> | null> {
  return read(store, async () => {
    const stored = v.safeParse(Stored, (await store.state.get(REPORT_PREFIX + name))?.value);
    if (!stored.success) return null;
    const report = v.safeParse(schema, stored.output.report);
    return report.success ? { ...stored.output, report: report.output } : null;
  });
}

export function putReport(store: PrivateStore, name: string, stored: StoredReport<unknown>): Promise<void> {
  return write(store, [store.state], async (tx) => {
    await tx.state.put({ key: REPORT_PREFIX + name, value: stored });
  });
}

/** Notes that the server has nothing newer than the report with this tag; false if it is not here any more. */
export function noteReportUnchanged(
  store: PrivateStore,
  name: string,
  { etag, fetchedAt }: { readonly etag: string; readonly fetchedAt: string },
): Promise<boolean> {
  return write(store, [store.state], async (tx) => {
    const stored = v.safeParse(Stored, (await tx.state.get(REPORT_PREFIX + name))?.value);
    if (!stored.success || stored.output.etag !== etag) return false;
    await tx.state.put({ key: REPORT_PREFIX + name, value: { ...stored.output, fetchedAt } });
    return true;
  });
}

const LearnersPage = v.object({
  /** The place that it was asked with; null for the first page. */
  after: v.nullable(v.string()),
  next: v.nullable(v.string()),
  etag: v.nullable(v.string()),
  learners: v.array(LearnerProgress),
});
export type LearnersPage = v.InferOutput<typeof LearnersPage>;

const LearnersHead = v.object({ fetchedAt: v.string(), pages: v.number(), count: v.number() });
export type LearnersHead = v.InferOutput<typeof LearnersHead>;

/** Returns how much of the learners' report is here; null before it was fetched whole for the first time. */
export function findLearnersHead(store: Reader): Promise<LearnersHead | null> {
  return read(store, async () => {
    const head = v.safeParse(LearnersHead, (await store.state.get(LEARNERS))?.value);
    return head.success ? head.output : null;
  });
}

export function findLearnersPage(store: Reader, index: number): Promise<LearnersPage | null> {
  return read(store, async () => {
    const page = v.safeParse(LearnersPage, (await store.state.get(pageKey(index)))?.value);
    return page.success ? page.output : null;
  });
}

/** All learners of the report, in its order. */
export async function listLearners(store: Reader): Promise<LearnerProgress[]> {
  const { pages = 0 } = (await findLearnersHead(store)) ?? {};
  const learners: LearnerProgress[] = [];
  for (let index = 0; index < pages; index += 1)
    learners.push(...((await findLearnersPage(store, index))?.learners ?? []));
  return learners;
}

export function putLearnersPage(store: PrivateStore, index: number, page: LearnersPage): Promise<void> {
  return write(store, [store.state], async (tx) => {
    await tx.state.put({ key: pageKey(index), value: page });
  });
}

/** After the last page: notes the age of the report, and removes pages that it no longer has. */
export function finishLearners(store: PrivateStore, head: LearnersHead): Promise<void> {
  return write(store, [store.state], async (tx) => {
    const keys = await tx.state.where('key').startsWith(`${LEARNERS}/`).primaryKeys();
    const current = new Set(Array.from({ length: head.pages }, (_, index) => pageKey(index)));
    await tx.state.bulkDelete(keys.filter((key) => !current.has(key)));
    await tx.state.put({ key: LEARNERS, value: head });
  });
}
