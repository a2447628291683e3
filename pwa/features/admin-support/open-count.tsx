import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { readSupportRequests } from '#pwa/store/admin/support-requests.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { formatCount } from '#schema/messages/count.ts';

/** How many support requests are open, for the link to them; nothing if none is. */
export function OpenCount() {
  const open = usePrivateQuery(countOpen, []) ?? 0;
  if (open === 0) return null;
  return (
    <>
      {` (${formatCount(open)}`}
      <span className="visually-hidden"> open</span>)
    </>
  );
}

async function countOpen(store: PrivateStore): Promise<number> {
  const { requests } = await readSupportRequests(store);
  return requests.filter(({ request }) => request.doneAt === null).length;
}
