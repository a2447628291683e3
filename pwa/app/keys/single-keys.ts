import { readItem, writeItem } from '#pwa/device/local-storage.ts';

const KEY = 'carrel-single-keys';

/** Whether keys without Ctrl or Cmd work; a choice of this device. */
export const areSingleKeysOn = (): boolean => readItem(KEY) !== 'off';

export function turnSingleKeys(isOn: boolean): void {
  writeItem(KEY, isOn ? 'on' : 'off');
}
