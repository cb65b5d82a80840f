import autocannon from 'autocannon';

export interface Load {
  readonly origin: string;
  readonly connections: number;
  /** Requests altogether, shared evenly by the connections; every one is answered. */
  readonly amount: number;
  /** The requests of one connection, one after the other and again from the start. */
  requestsOf(connection: number): autocannon.Request[];
}

export interface Fired {
  /** Requests per second. */
  readonly rate: number;
  /** What 99 of 100 answers took at most, in milliseconds. */
  readonly p99: number;
}

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;

/** A request that is made again each time it is sent. */
export const fresh = (make: () => autocannon.Request): autocannon.Request[] => [
  { setupRequest: (request) => ({ ...request, ...make() }) },
];

/** Throws when an answer was anything but a success. */
export const fire = async (load: Load): Promise<Fired> => {
  const { origin, connections, amount } = load;
  // The generator's own percentiles are whole milliseconds.
  const times = new Float64Array(amount);
  let connection = 0;
  let answered = 0;
  let lastAnswer = 0;
  const begun = performance.now();
  // The generator notices the end of a round only at its next sample: the last answer is the end.
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const running = autocannon(
    {
      url: origin,
      connections,
      amount,
      timeout: 30,
      setupClient: (client) => client.setRequests(load.requestsOf(connection++)),
    },
    (error, result) => (error ? reject(error as Error) : resolve(result)),
  );
  running.on('response', (_client, _status, _bytes, took) => {
    times[answered] = took;
    answered += 1;
    lastAnswer = performance.now();
  });
  const { non2xx, errors, timeouts } = await promise;
  if (non2xx + errors + timeouts > 0 || answered !== amount)
    throw new Error(
      `Of ${amount} requests ${answered} were answered, ${non2xx} of them with a refusal; ${errors} errors, ${timeouts} timeouts.`,
    );
  return {
    rate: (answered * 1000) / (lastAnswer - begun),
    p99: percentile(times.sort(), 0.99),
  };
};
