import { readItem, writeItem } from './local-storage.ts';

/*
 * A random id by which the server recognises this device at its next login, so one device has one session. It
 * contains no personal data, and survives a sign-out. It is created by the first call that sends it.
 */
const KEY = 'carrel.device';
const ID_BYTES = 16;

export function readDeviceId(): string {
  const known = readItem(KEY);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  const id = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  writeItem(KEY, id);
  return id;
}
