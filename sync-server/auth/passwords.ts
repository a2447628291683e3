import { hash, type Options, verify } from '@node-rs/argon2';

/** Each takes 19 MiB and a core; more at a time would starve everybody else. */
const AT_ONCE_MAX = 2;
/** argon2id (the library's default kind) with OWASP's first choice of costs. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** Hashes and checks passwords, at most two at a time; others wait in order. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** Checked for unknown accounts, so that they take as long as known ones. */
  readonly #nobody: Promise<string>;

  constructor() {
    this.#nobody = this.hash('nobody has this password');
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, COSTS));
  }

  /** Whether the password is the one of `passwordHash`; without a hash, after the same time, false. */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const expected = passwordHash ?? (await this.#nobody);
    const isRight = await this.#inTurn(() => verify(expected, password));
    return isRight && passwordHash !== undefined;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE_MAX) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
