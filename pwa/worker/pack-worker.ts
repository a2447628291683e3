/**
 * A dedicated worker that writes and reads media packs, so the page never blocks. It reads downloaded files and stores
 * none, and it sends nothing: the page compares the hashes and stores what it wants.
 */

import { servePacks } from './serve-packs.ts';

declare const self: DedicatedWorkerGlobalScope;

servePacks(self);
