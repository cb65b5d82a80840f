import { encode, openConnection, type Request } from './connection.ts';

/** Returns the next encoded request of a connection. */
export type Requests = () => Buffer;

export interface Load {
  readonly origin: string;
  readonly connections: number;
  /** Number of requests, shared by the connections; all are answered. */
  readonly amount: number;
  requestsOf(connection: number): Requests;
}

export interface Fired {
  /** Requests per second. */
  readonly rate: number;
  /** 99th percentile of the response times, in milliseconds. */
  readonly p99: number;
}

export const percentile = (times: ArrayLike<number>, share: number): number =>
  Float64Array.from(times).sort()[Math.ceil(times.length * share) - 1] ?? NaN;

/** Repeats the same requests, encoded once. */
export const repeated = (requests: readonly Request[]): Requests => {
  const encoded = requests.map(encode);
  let sent = 0;
  return () => encoded[sent++ % encoded.length] as Buffer;
};

/** Makes the request anew each time it is sent. */
export const fresh =
  (make: () => Request): Requests =>
  () =>
    encode(make());

/** @throws when a response is not a success */
export const fire = async (load: Load): Promise<Fired> => {
  const { origin, connections, amount } = load;
  const open = await Promise.all(
    Array.from({ length: connections }, async (_, number) => ({
      connection: await openConnection(origin),
      next: load.requestsOf(number),
    })),
  );
  const times = new Float64Array(amount);
  let sent = 0;
  let answered = 0;
  const begun = performance.now();
  try {
    await Promise.all(
      open.map(async ({ connection, next }) => {
        while (sent < amount) {
          sent += 1;
          const request = next();
          const from = performance.now();
          const status = await connection.send(request);
          times[answered++] = performance.now() - from;
          if (status < 200 || status > 299) throw new Error(`A request was answered ${status}.`);
        }
      }),
    );
  } finally {
    for (const { connection } of open) connection.close();
  }
  return {
    rate: (amount * 1000) / (performance.now() - begun),
    p99: percentile(times, 0.99),
  };
};
