import { useCallback, useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { putVersion } from '#pwa/store/admin/history.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { fetchRevision } from '#pwa/sync/pull/fetch-revisions.ts';
import type { Revision } from '#schema/editor/history.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

/** The HTML of versions, which the list omits: fetched for the version that is opened, and stored on the device. */
export function useVersionTexts(lessonId: string) {
  const userId = useUserId();
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Revision>>(nothingLoaded);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(
    async (ids: readonly string[]) => {
      setProblem(null);
      try {
        for (const id of ids) {
          const version = await fetchRevision(id);
          setLoaded((before) => new Map(before).set(id, version));
          await putVersion(openPrivateStore(userId), lessonId, version);
        }
      } catch (error) {
        setProblem(describeFailure(error));
      }
    },
    [userId, lessonId],
  );
  return { loaded, problem, load };
}

const nothingLoaded: ReadonlyMap<string, Revision> = new Map();
