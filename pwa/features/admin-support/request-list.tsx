import type { ShownRequest } from '#pwa/store/admin/support-requests.ts';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { cutPage } from '#pwa/ui/lists/cut-page.ts';
import { Pager } from '#pwa/ui/lists/pager.tsx';
import { useAddressPage } from '#pwa/ui/lists/use-address-page.ts';
import type { SupportRequest } from '#schema/account/support.ts';
import { RequestCard } from './request-card.tsx';

const PAGE_SIZE = 20;

interface RequestListProps {
  requests: readonly ShownRequest[];
  onDone: (request: SupportRequest, isDone: boolean) => void;
}

/** The requests of a tab, in pages. */
export function RequestList({ requests, onDone }: RequestListProps) {
  const now = useNow();
  const [requested, turn] = useAddressPage();
  const { rows, page, pages } = cutPage(requests, { size: PAGE_SIZE, requested, noun: 'request' });
  return (
    <Stack gap={4}>
      {rows.map((shown) => (
        <RequestCard
          key={shown.request.id}
          shown={shown}
          now={now}
          onDone={(isDone) => onDone(shown.request, isDone)}
        />
      ))}
      <Pager page={page} pages={pages} onTurn={turn} />
    </Stack>
  );
}
