import autocannon from 'autocannon';

export interface Load {
  readonly origin: string;
  readonly connections: number;
  /** Requests altogether, shared evenly by the connections; every one is answered. */
  readonly amount: number;
  /** The requests of one connection, one after the other and again from the start. */
  requestsOf(connection: number): autocannon.Request[];
}

/** Requests per second. Throws when an answer was anything but a success. */
export const fire = async (load: Load): Promise<number> => {
  const { origin, connections, amount } = load;
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
  running.on('response', () => {
    answered += 1;
    lastAnswer = performance.now();
  });
  const { non2xx, errors, timeouts } = await promise;
  if (non2xx + errors + timeouts > 0 || answered !== amount)
    throw new Error(
      `Of ${amount} requests ${answered} were answered, ${non2xx} of them with a refusal; ${errors} errors, ${timeouts} timeouts.`,
    );
  return (answered * 1000) / (lastAnswer - begun);
};
