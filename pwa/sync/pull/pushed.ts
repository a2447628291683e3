import * as v from 'valibot';
import { readConfirmedUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { putPulledPage } from '#pwa/store/pull-page.ts';
import type { PulledEffect } from '#pwa/store/server-rows/apply-page.ts';
import { PushedPage } from '#schema/sync/pull.ts';
import { isForPull } from './pull.ts';

/*
 * Changes that the server sends with an event, so that no pull is needed (docs/protocol.md, Events). Such a page is
 * written as one of the pull is: rows and cursor in one transaction, and only if nothing is missing before it.
 */

const NONE: PulledEffect = { changed: [], removed: [] };

/** Parses the data of an event; null if it is not a page that this version can read. */
export function parsePushed(data: string): PushedPage | null {
  try {
    const parsed = v.safeParse(PushedPage, JSON.parse(data));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/**
 * Writes a page that continues what this device has pulled, and returns its effect; null if the device has to pull:
 * the page begins later, is of another epoch or role, or contains what only a pull can compare.
 *
 * @throws {StoreGoneError} if the owner signed out meanwhile
 */
export async function applyPushed(store: PrivateStore, page: PushedPage): Promise<PulledEffect | null> {
  const user = readConfirmedUser();
  if (user?.id !== store.userId || page.more || page.changes.some(isForPull)) return null;
  const admin = user.role === 'admin' ? await import('#pwa/store/admin/pull-admin.ts') : null;
  let isKnown = false;
  const effect = await putPulledPage(store, page, {
    continues: ({ epoch, role, sweep, sequence }) => {
      if (epoch !== page.epoch || role !== user.role || sweep !== null || sequence === undefined)
        return false;
      // Another tab wrote it, or a pull that was faster.
      isKnown = sequence >= page.sequence;
      return !isKnown && sequence >= page.after;
    },
    isFromStart: false,
    admin,
  });
  return isKnown ? NONE : effect;
}
