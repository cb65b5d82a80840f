import type { IsoDate } from '@campus/contract';
import { asDay } from '@campus/contract/testing';

/** A subject of the model; only its term limits when it can be marked. */
export interface ModelSubject {
  readonly id: string;
  readonly startsOn: IsoDate;
  readonly endsOn: IsoDate;
}

export interface ModelMark {
  readonly present: boolean;
  readonly remarks: string | null;
  readonly by: string;
}

interface Period {
  readonly student: string;
  readonly subject: string;
  readonly from: IsoDate;
  to: IsoDate | null;
}

/** Totals, computed from the marks each time. */
export interface Sums {
  readonly classes: number;
  readonly present: number;
  readonly percentage: number | null;
  readonly startDate: IsoDate | null;
  readonly endDate: IsoDate | null;
}

/**
 * The simplest possible model of attendance: enrolments with days, and for each subject, day and student
 * a list of marks of which the last one counts. Everything else is computed.
 */
export class AttendanceModel {
  readonly #today: IsoDate;
  readonly #periods: Period[] = [];
  /** By subject, day and student: every change of the mark, in order. */
  readonly #marks = new Map<string, ModelMark[]>();

  constructor(today: IsoDate) {
    this.#today = today;
  }

  enrol(subject: string, student: string, from: IsoDate, to: IsoDate | null = null): void {
    this.#periods.push({ student, subject, from, to });
  }

  /** Ends the period that begins on `from`. */
  drop(subject: string, student: string, from: IsoDate, to: IsoDate): void {
    for (const period of this.#periods)
      if (period.subject === subject && period.student === student && period.from === from)
        period.to = to;
  }

  isEnrolled(subject: string, student: string, on: IsoDate): boolean {
    return this.#periods.some(
      (period) =>
        period.subject === subject &&
        period.student === student &&
        period.from <= on &&
        (period.to === null || period.to >= on),
    );
  }

  /** Stores these marks if they are allowed; returns whether they are. */
  submit(
    subject: ModelSubject,
    on: IsoDate,
    marks: ReadonlyMap<string, Omit<ModelMark, 'by'>>,
    by: string,
  ): boolean {
    const possible =
      on <= this.#today &&
      on >= subject.startsOn &&
      on <= subject.endsOn &&
      [...marks.keys()].every((student) => this.isEnrolled(subject.id, student, on));
    if (!possible) return false;
    for (const [student, { present, remarks }] of marks) {
      const key = [subject.id, on, student].join(' ');
      const changes = this.#marks.get(key) ?? [];
      const last = changes.at(-1);
      if (last?.present === present && last.remarks === remarks) continue;
      this.#marks.set(key, [...changes, { present, remarks, by }]);
    }
    return true;
  }

  /** Every current mark with its changes. */
  marks(of: { subject?: string; on?: IsoDate; student?: string }) {
    return [...this.#marks.entries()]
      .map(([key, changes]) => {
        const [subject = '', on = '', student = ''] = key.split(' ');
        return { subject, on: asDay(on), student, changes, now: changes.at(-1) as ModelMark };
      })
      .filter(
        (mark) =>
          (of.subject === undefined || of.subject === mark.subject) &&
          (of.on === undefined || of.on === mark.on) &&
          (of.student === undefined || of.student === mark.student),
      );
  }

  sums(of: { subject?: string; on?: IsoDate; student?: string }): Sums {
    const marks = this.marks(of);
    const days = marks.map(({ on }) => on).sort();
    const present = marks.filter(({ now }) => now.present).length;
    return {
      classes: marks.length,
      present,
      percentage:
        marks.length === 0 ? null : Math.floor((present / marks.length) * 1000 + 0.5) / 10,
      startDate: days[0] ?? null,
      endDate: days.at(-1) ?? null,
    };
  }
}
