import { hasAdminRows, wipeAdmin } from '#pwa/store/admin/admin.ts';
import { readConfirmedUser } from '#pwa/store/database/known-user.ts';
import { findPrivateStore } from '#pwa/store/database/private-store.ts';

/** Removes admin data from the device if the known user is not an admin. */
export async function wipeUnlessAdmin(): Promise<void> {
  if (readConfirmedUser()?.role === 'admin') return;
  const store = findPrivateStore();
  if (store !== null && (await hasAdminRows(store))) await wipeAdmin(store);
}
