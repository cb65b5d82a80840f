import { AsyncLocalStorage } from 'node:async_hooks';

/** Limits on database connections, so that no person or endpoint starves others. */
export interface ShareLimits {
  /** Requests of one person that may have a connection at the same time. */
  readonly perPerson: number;
  /** Requests of one endpoint: while a table is locked, the endpoints that need it leave connections to others. */
  readonly perEndpoint: number;
  /** Requests of one endpoint that do large work and keep its result in memory. */
  readonly perLargeEndpoint: number;
  /** Waiting requests of one person; further ones are refused. */
  readonly waitingOfPerson: number;
  readonly waitMs: number;
}

/** Why a request got no connection; the error handler knows these codes. */
class NoConnectionSlot extends Error {
  readonly code: 'TOO_MANY_AT_ONCE' | 'NO_CONNECTION' | 'LOCKED';
  constructor(code: NoConnectionSlot['code']) {
    super(`No connection to the database: ${code}`);
    this.code = code;
  }
}

interface Asker {
  readonly person: string;
  readonly endpoint: string;
  readonly large: boolean;
  /** Connections it has or waits for. */
  connections: number;
  turn: Promise<void> | undefined;
}

interface Waiting {
  readonly asker: Asker;
  readonly start: () => void;
  readonly refuse: (error: NoConnectionSlot) => void;
}

const askers = new AsyncLocalStorage<Asker | undefined>();

/** Runs work for several requests, which counts towards nobody's share. */
export const withoutLimits = <T>(work: () => T): T => askers.run(undefined, work);

export const currentAsker = (): Asker | undefined => askers.getStore();

class Counts extends Map<string, number> {
  of(key: string): number {
    return this.get(key) ?? 0;
  }
  add(key: string, more: number): void {
    const count = this.of(key) + more;
    if (count === 0) this.delete(key);
    else this.set(key, count);
  }
}

/** Decides which requests may have a connection; the others wait, first come first served. */
export class ConnectionLimiter {
  readonly #limits: ShareLimits;
  readonly #runningOfPerson = new Counts();
  readonly #runningOfEndpoint = new Counts();
  readonly #waitingOfPerson = new Counts();
  readonly #waiting = new Set<Waiting>();
  /** Endpoints whose last request timed out waiting for a lock: only one of their requests tries at a time. */
  readonly #locked = new Set<string>();
  #looking = false;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a request: its connections count towards its person's and its endpoint's shares. Large work
   * occupies its share from beginning to end, so that few results are in memory.
   */
  async serve<T>(
    person: string,
    endpoint: string,
    work: () => Promise<T>,
    { large = false } = {},
  ): Promise<T> {
    try {
      const asker = { person, endpoint, large, connections: 0, turn: undefined };
      const result = await askers.run(asker, large ? () => this.#whole(asker, work) : work);
      if (this.#locked.size > 0) this.#locked.delete(endpoint);
      return result;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '55P03')
        this.#lockedAt(endpoint);
      throw error;
    }
  }

  /** How many requests are waiting. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves when the request may have a connection; undefined if it may at once. */
  enter(asker: Asker): Promise<void> | undefined {
    // A request's second connection never waits: it would wait for itself.
    if (asker.connections === 0) asker.turn = this.#take(asker);
    asker.connections += 1;
    return asker.turn;
  }

  leave(asker: Asker): void {
    asker.connections -= 1;
    if (asker.connections > 0) return;
    this.#runningOfPerson.add(asker.person, -1);
    this.#runningOfEndpoint.add(asker.endpoint, -1);
    if (this.#waiting.size > 0) this.#look();
  }

  async #whole<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    await this.enter(asker);
    try {
      return await work();
    } finally {
      this.leave(asker);
    }
  }

  /** Refuses the endpoint's waiting requests, which would only meet the same lock one after the other. */
  #lockedAt(endpoint: string): void {
    this.#locked.add(endpoint);
    for (const { asker, refuse } of this.#waiting)
      if (asker.endpoint === endpoint) refuse(new NoConnectionSlot('LOCKED'));
  }

  #hasRoom({ person, endpoint, large }: Asker): boolean {
    const most = large ? this.#limits.perLargeEndpoint : this.#limits.perEndpoint;
    return (
      this.#runningOfPerson.of(person) < this.#limits.perPerson &&
      this.#runningOfEndpoint.of(endpoint) < (this.#locked.has(endpoint) ? 1 : most)
    );
  }

  /** Deferred, so that the ending request can first report whether its endpoint is locked. */
  #look(): void {
    if (this.#looking) return;
    this.#looking = true;
    setImmediate(() => {
      this.#looking = false;
      // First people without any running request, so that nobody waits behind another's long queue.
      for (const most of [0, Infinity])
        for (const { asker, start } of this.#waiting)
          if (this.#runningOfPerson.of(asker.person) <= most && this.#hasRoom(asker)) start();
    });
  }

  #run(asker: Asker): undefined {
    this.#runningOfPerson.add(asker.person, 1);
    this.#runningOfEndpoint.add(asker.endpoint, 1);
  }

  #take(asker: Asker): Promise<void> | undefined {
    const { person } = asker;
    const ahead = this.#waitingOfPerson.of(person);
    if (this.#waiting.size === 0 && this.#hasRoom(asker)) return this.#run(asker);
    if (ahead >= this.#limits.waitingOfPerson) throw new NoConnectionSlot('TOO_MANY_AT_ONCE');
    return new Promise((resolve, reject) => {
      const over = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        this.#waitingOfPerson.add(person, -1);
      };
      const waiting: Waiting = {
        asker,
        start: () => {
          over();
          this.#run(asker);
          resolve();
        },
        refuse: (error) => {
          over();
          asker.connections = 0;
          reject(error);
        },
      };
      const timer = setTimeout(
        () => waiting.refuse(new NoConnectionSlot('NO_CONNECTION')),
        this.#limits.waitMs,
      );
      this.#waiting.add(waiting);
      this.#waitingOfPerson.add(person, 1);
      this.#look();
    });
  }
}
