import type { IsoDate } from '@campus/contract';
import { createRandom } from '@campus/server/src/demo/random.ts';
import type { BenchCampus, Subject } from './generate.ts';

/**
 * The mark of a class's nth student at a turn: half of the class is present, and the halves swap with each
 * turn, so that each submission changes every mark.
 */
export const isPresent = (index: number, turn: number): boolean => (index + turn) % 2 === 0;

/** A class marked before measuring begins. */
export interface HeldClass {
  readonly id: number;
  readonly subject: Subject;
  readonly date: IsoDate;
  /** In the order of the subject's students. */
  readonly present: readonly boolean[];
  readonly remarks: readonly (string | null)[];
}

/** Every class that was held, the same each time: 85 % present, one remark in twenty marks. */
export const heldClasses = function* (campus: BenchCampus): Generator<HeldClass> {
  const random = createRandom(7);
  let id = 0;
  for (const date of campus.heldOn)
    for (const subject of campus.subjects) {
      const present = subject.students.map(() => random.chance(0.85));
      const remarks = subject.students.map(() => (random.chance(0.05) ? 'Arrived late' : null));
      yield { id: (id += 1), subject, date, present, remarks };
    }
};
