import type * as v from 'valibot';
import { callIfChanged } from '#pwa/api/call-if-changed.ts';
import {
  findLearnersPage,
  findReport,
  finishLearners,
  type LearnersPage,
  noteReportUnchanged,
  putLearnersPage,
  putReport,
} from '#pwa/store/admin/reports.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { REPORT_LEARNERS_PAGE } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { refresh, rethrow } from './admin-refresh.ts';
import { fillQuery } from './fetch-pages.ts';
import { shareRun } from './share-run.ts';

/*
 * Fetches reports into the admin's store. Each is sent only if it has changed since. Errors as in admin-refresh.ts.
 */

/** The name of a course's report on the device. */
export const courseReportName = (courseId: string) => `courses/${courseId}`;
export const CODES_REPORT = 'codes';

export const refreshCourseReport = (courseId: string): Promise<void> =>
  refreshReport(courseReportName(courseId), endpoints.getCourseReport, { courseId });

export const refreshCodesReport = (): Promise<void> => refreshReport(CODES_REPORT, endpoints.getCodesReport);

function refreshReport<Output extends v.GenericSchema>(
  name: string,
  endpoint: Endpoint<v.GenericSchema, Output>,
  params: Readonly<Record<string, string>> = {},
): Promise<void> {
  return refresh(`adminReport/${name}`, {
    fetch: async (store) => {
      const tag = (await findReport(store, name, endpoint.output))?.etag ?? null;
      const options = { params, etag: tag, defaultMessage: messages.adminDataFailed };
      return { tag, reply: await callIfChanged(endpoint, options) };
    },
    put: (store, { value: { tag, reply }, fetchedAt }) =>
      reply === null
        ? noteReportUnchanged(store, name, { etag: tag ?? '', fetchedAt })
        : putReport(store, name, { report: reply.output, fetchedAt, etag: reply.etag }),
  });
}

/** Fetches the report of learners page by page; each page is stored before the next one is requested. */
export function refreshLearnersReport(): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return Promise.reject(new StoreGoneError());
  return shareRun(`adminReport/learners/${store.userId}`, async () => {
    let [pages, count] = [0, 0];
    let after: string | null = null;
    do {
      const page: LearnersPage = await fetchLearnersPage(store, pages, after);
      pages += 1;
      count += page.learners.length;
      after = page.next;
    } while (after !== null);
    await finishLearners(store, { fetchedAt: new Date().toISOString(), pages, count });
  });
}

/** A page that is the same as the stored one is not sent. */
async function fetchLearnersPage(
  store: PrivateStore,
  index: number,
  after: string | null,
): Promise<LearnersPage> {
  const found = await findLearnersPage(store, index);
  const stored = found?.after === after ? found : null;
  const { getLearnersReport } = endpoints;
  const reply = await callIfChanged(getLearnersReport, {
    path: getLearnersReport.path + fillQuery(REPORT_LEARNERS_PAGE, after),
    etag: stored?.etag ?? null,
    defaultMessage: messages.adminDataFailed,
  }).catch((error: unknown) => rethrow(store, error));
  if (reply === null && stored !== null) return stored;
  const page = {
    ...{ after, next: reply?.output.next ?? null },
    ...{ etag: reply?.etag ?? null, learners: reply?.output.learners ?? [] },
  };
  await putLearnersPage(store, index, page);
  return page;
}
