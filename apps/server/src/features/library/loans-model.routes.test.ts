import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let desk: Caller;
const readers: { caller: Caller; univId: string }[] = [];
let made = 0;

beforeAll(async () => {
  campus = await testCampus();
  desk = campus.as(await campus.make.admin());
  for (const at of [0, 1, 2]) {
    const univId = `S-MODEL-${at}`;
    readers.push({ caller: campus.as(await campus.make.student({ univ_id: univId })), univId });
  }
});
afterAll(() => campus.close());

/** The expected state of a book: who has which copy, and who waits in which order. */
interface Model {
  readonly lent: Map<number, number>;
  queue: { reader: number; copy: number | null }[];
}

/** Free copies go to readers who wait without one. */
const advanceQueue = ({ lent, queue }: Model, copies: number): void => {
  for (let copy = 1; copy <= copies; copy += 1) {
    if (lent.has(copy) || queue.some((one) => one.copy === copy)) continue;
    const next = queue.find((one) => one.copy === null);
    if (next) next.copy = copy;
  }
};
const isFree = ({ lent, queue }: Model, copy: number): boolean =>
  !lent.has(copy) && !queue.some((one) => one.copy === copy);

const reader = fc.nat(2);
const steps = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('lend' as const), reader, copy: fc.integer({ min: 1, max: 2 }) }),
    fc.record({
      what: fc.constant('return' as const),
      reader,
      copy: fc.integer({ min: 1, max: 2 }),
    }),
    fc.record({ what: fc.constant('reserve' as const), reader, copy: fc.constant(0) }),
  ),
  { minLength: 5, maxLength: 14 },
);

test('whatever is lent, returned and reserved, each copy is with one person and the queue keeps its order', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 2 }), async (actions, copies) => {
      made += 1;
      const book = { title: `Model ${made}`, author: 'Anon', copies };
      const { id } = (await desk.post('/api/library/books', book)).body;
      const model: Model = { lent: new Map(), queue: [] };
      for (const { what, reader: who, copy } of actions) {
        const { caller, univId } = readers[who] ?? { caller: desk, univId: '' };
        const has = [...model.lent.values()].includes(who);
        const held = model.queue.find((one) => one.copy === copy);
        if (what === 'lend') {
          const may =
            copy <= copies && !model.lent.has(copy) && !has && (!held || held.reader === who);
          const item = `${id}-${copy}`;
          const { status } = await desk.post('/api/library/loans', { item, univId });
          expect(status === 201).toBe(may);
          if (!may) continue;
          model.lent.set(copy, who);
          model.queue = model.queue.filter((one) => one.reader !== who);
        } else if (what === 'return') {
          const { status } = await desk.post('/api/library/returns', { item: `${id}-${copy}` });
          expect(status === 200).toBe(model.lent.has(copy));
          model.lent.delete(copy);
        } else {
          const free = Array.from({ length: copies }, (_, at) => at + 1).some((one) =>
            isFree(model, one),
          );
          const may = !has && !free && !model.queue.some((one) => one.reader === who);
          const { status } = await caller.post(`/api/library/books/${id}/reservations`);
          expect(status === 201).toBe(may);
          if (may) model.queue.push({ reader: who, copy: null });
        }
        advanceQueue(model, copies);
      }
      for (const [at, { caller }] of readers.entries()) {
        const { body } = await caller.get('/api/library/mine');
        const own = (list: { bookId: string }[]) => list.filter(({ bookId }) => bookId === id);
        const lent = [...model.lent].filter(([, who]) => who === at);
        expect(own(body.loans)).toMatchObject(
          lent.map(([copy]) => ({ copyCode: `${id}-${copy}` })),
        );
        const place = model.queue.findIndex((one) => one.reader === at);
        const copy = model.queue[place]?.copy ?? null;
        expect(own(body.reservations)).toMatchObject(
          place < 0
            ? []
            : [{ position: place + 1, copyCode: copy === null ? null : `${id}-${copy}` }],
        );
      }
      // The next run begins without loans and reservations.
      for (const copy of model.lent.keys())
        await desk.post('/api/library/returns', { item: `${id}-${copy}` });
      await campus.database.pool.query(
        `update reservations set ended_at = now(), outcome = 'cancelled' where ended_at is null`,
      );
    }),
    { numRuns: 25 },
  );
});
