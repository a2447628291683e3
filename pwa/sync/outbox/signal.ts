import { Signal } from '#pwa/device/observable.ts';

/** The urgency of a replay request: `eager` when the connection seems to be back. */
export type ReplayCall = 'ordinary' | 'eager';

const requests = new Signal<ReplayCall>();

/** Requests that the outbox is sent; returns at once. */
export function requestReplay(call: ReplayCall = 'ordinary'): void {
  requests.emit(call);
}

export const onReplayRequest = requests.subscribe;
