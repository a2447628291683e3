import { hash, type Options, verify } from '@node-rs/argon2';
import { normalizePassword } from '#schema/account/password.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { FairQueue, QueueFull, type QueueLimits } from './fair-queue.ts';

/**
 * Each hash takes 19 MiB and a core; running more at a time would starve all other requests. A class that
 * signs in at the same moment fits into its lane, which is processed in about three seconds.
 */
const LIMITS: QueueLimits = { running: 2, waitingPerLane: 200, waiting: 1_000 };
const RETRY_AFTER_SECONDS = 5;
/** argon2id (the library's default) with OWASP's first choice of parameters. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;
/** For the server's own hashing, such as the first admin's password. */
const OWN_LANE = '';

/**
 * Checked for unknown accounts, so they take as long as known ones. Computed once per process: tests create
 * thousands of servers.
 */
let decoyHash: Promise<string> | undefined;

/** `old`: right, and hashed as it was typed, before passwords were normalised. */
type Comparison = 'right' | 'old' | 'wrong';

/** Resolves to whether the hash is of this password. */
type Verify = (passwordHash: string, password: string) => Promise<boolean>;

/**
 * Hashes and checks passwords, at most two at a time. `lane` is the network of the request: networks take
 * turns (docs/why/security.md). Throws ApiError 503 with Retry-After when too many wait.
 */
export class Passwords {
  readonly #queue: FairQueue;
  readonly #decoyHash: Promise<string>;
  readonly #verify: Verify;

  constructor(limits: QueueLimits = LIMITS, verifyHash: Verify = verify) {
    this.#queue = new FairQueue(limits);
    this.#verify = verifyHash;
    decoyHash ??= hash('nobody has this password', COSTS);
    this.#decoyHash = decoyHash;
  }

  hash(password: string, lane = OWN_LANE): Promise<string> {
    return this.#inTurn(lane, () => hash(normalizePassword(password), COSTS));
  }

  /** Compares a typed password with `passwordHash`; `wrong` without a hash, after the same time. */
  async compare(passwordHash: string | undefined, typed: string, lane = OWN_LANE): Promise<Comparison> {
    const expected = passwordHash ?? (await this.#decoyHash);
    const isMatch = (text: string) => this.#inTurn(lane, () => this.#verify(expected, text));
    const password = normalizePassword(typed);
    const isRight = await isMatch(password);
    const isOld = !isRight && password !== typed && (await isMatch(typed));
    if (passwordHash === undefined || !(isRight || isOld)) return 'wrong';
    return isOld ? 'old' : 'right';
  }

  async #inTurn<T>(lane: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#queue.run(lane, work);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw new ApiError('server_busy', { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
    }
  }
}
