import type { ShownRequest } from '#pwa/store/admin/support-requests.ts';
import { SupportSubject } from '#schema/account/support.ts';
import { fold } from '#schema/search/fold.ts';

export type RequestTab = 'open' | 'done';

/** The subject that is listed; `all` for each of them. */
export type SubjectFilter = SupportSubject | 'all';

export interface RequestFilter {
  readonly text: string;
  readonly subject: SubjectFilter;
}

export const subjects: readonly SupportSubject[] = SupportSubject.options;

/** The requests of each tab that match: by name, email, order number or message. */
export function findRequests(
  requests: readonly ShownRequest[],
  { text, subject }: RequestFilter,
): Readonly<Record<RequestTab, readonly ShownRequest[]>> {
  const wanted = fold(text.trim());
  const found = requests.filter(
    ({ request }) =>
      (subject === 'all' || request.subject === subject) &&
      fold(`${request.name}\n${request.email}\n${request.orderNumber ?? ''}\n${request.message}`).includes(
        wanted,
      ),
  );
  return {
    open: found.filter(({ request }) => request.doneAt === null),
    done: found.filter(({ request }) => request.doneAt !== null),
  };
}
