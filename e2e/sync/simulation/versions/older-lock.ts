import * as v from 'valibot';
import { done } from '#pwa/device/indexed-db.ts';
import type { Device } from '../machines/device.ts';
import type { OlderConnection } from './older-connection.ts';

const LEASE = 'replayLease';
const LEASE_MS = 45_000;
const ME = 'an older page';
const LeaseRow = v.object({ value: v.object({ owner: v.string(), until: v.number() }) });

interface Parts {
  readonly device: Device;
  readonly connection: OlderConnection;
  readonly userId: string;
}

/** The lock of the replay as released apps took it: by a Web Lock, or by a lease in browsers without locks. */
export class OlderLock {
  readonly #parts: Parts;
  /** In the time of the device. */
  #heldUntilMs = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether no other page may send now. */
  get isHeld(): boolean {
    return this.#heldUntilMs > this.#parts.device.now();
  }

  /** Calls `work` again and again while this page has it, until it returns false. */
  async hold(work: () => Promise<boolean>): Promise<void> {
    const { device, userId } = this.#parts;
    if (device.locks === undefined) {
      await this.#repeat(work, () => this.#takeLease()).finally(() => this.#releaseLease());
      return;
    }
    const holdLock = async () => {
      this.#heldUntilMs = Number.POSITIVE_INFINITY;
      return true;
    };
    await device.locks.request(`carrel-replay-${userId}`, () => this.#repeat(work, holdLock));
  }

  async #repeat(work: () => Promise<boolean>, take: () => Promise<boolean>): Promise<void> {
    try {
      while ((await take()) && (await work()));
    } finally {
      this.#heldUntilMs = 0;
    }
  }

  #takeLease(): Promise<boolean> {
    const { connection, device } = this.#parts;
    const now = device.now();
    return connection.write(async ({ state }) => {
      const held = v.safeParse(LeaseRow, await done(state.get(LEASE)));
      const { owner, until } = held.success ? held.output.value : { owner: ME, until: 0 };
      if (owner !== ME && until > now && until <= now + LEASE_MS) return false;
      await done(state.put({ key: LEASE, value: { owner: ME, until: now + LEASE_MS } }));
      this.#heldUntilMs = now + LEASE_MS;
      return true;
    });
  }

  #releaseLease(): Promise<void> {
    return this.#parts.connection.write(async ({ state }) => {
      const held = v.safeParse(LeaseRow, await done(state.get(LEASE)));
      if (held.success && held.output.value.owner === ME) await done(state.delete(LEASE));
    });
  }
}
