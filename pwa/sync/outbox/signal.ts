import { Signal } from '#pwa/device/observable.ts';
import type { Claim } from '../replay/schedule/claim.ts';

/** The urgency of a replay request: `eager` when the connection seems to be back. */
export type ReplayCall = 'ordinary' | 'eager';

const requests = new Signal<ReplayCall>();

/** Requests that the outbox is sent; returns at once. */
export function requestReplay(call: ReplayCall = 'ordinary'): void {
  requests.emit(call);
}

export const onReplayRequest = requests.subscribe;

/** A drain that begins while the command that it sends first is being stored. */
export interface EarlyDrain {
  /** This tab has the lead, so a command may be claimed in the transaction that stores it. */
  isLeading(): boolean;
  /** Call it once the command is durable, or could not be stored: the drain sends what was claimed, or what waits. */
  proceed(claim: Claim | null): void;
}

type BeginDrain = (userId: string) => EarlyDrain | null;

let beginDrain: BeginDrain = () => null;

/** Sets how a drain begins early. Returns a function that removes it. */
export function offerEarlyDrain(begin: BeginDrain): () => void {
  beginDrain = begin;
  return () => {
    beginDrain = () => null;
  };
}

/**
 * Begins a drain of a user's outbox early; null if one is under way, or none can begin: then request the replay
 * afterwards.
 */
export function beginEarlyDrain(userId: string): EarlyDrain | null {
  return beginDrain(userId);
}
