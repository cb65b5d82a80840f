import assert from 'node:assert/strict';
import { csvLine } from '@campus/contract';
import { copy, line } from '../data/copy.ts';
import { secondsOf, upload } from '../measure/files.ts';
import { canMeasureMemory, peakMegabytes, resetPeak } from '../measure/memory.ts';
import { startCampus } from '../sides/campus.ts';
import { type Bench, type Finding, shown, shownGrowth, twoDigits } from './bench.ts';

/** Campus may take four times as long as COPY, and this much more memory for the last file than for the first. */
const required = { times: 4, moreMegabytes: 64 } as const;
/** Two million marks; each file has the maximum number of rows. */
const files = 20;
const rows = 100_000;

/** The marks of all files: days already marked, in their second class. */
const pastMarks = function* ({ subjects, heldOn }: Bench['data'], slots: number) {
  for (let slot = 2; slot < 2 + slots; slot += 1)
    for (const day of heldOn)
      for (const subject of subjects)
        for (const student of subject.students)
          yield { slot, subject, student, day, present: (student.id + subject.id) % 7 > 0 };
};

/** Imports past marks file by file, and copies each into a table with a row per mark and its keys. */
export const benchPastMarks = async (bench: Bench): Promise<Finding[]> => {
  const { client, data, database } = bench;
  await client.query(`create table copied_marks (
    subject_id bigint not null references subjects, student_id bigint not null references students,
    held_on date not null, slot smallint not null, present boolean not null,
    marked_by bigint not null references people,
    primary key (subject_id, held_on, slot, student_id))`);
  const campus = await startCampus(database);
  try {
    const token = await campus.signIn(data.admin.email);
    const given = [...pastMarks(data, Math.ceil((files * rows) / 200_000 / data.heldOn.length))];
    const taken = { limit: 0, campus: 0 };
    const peaks: number[] = [];
    for (let file = 0; file < files; file += 1) {
      const listed = given.slice(file * rows, (file + 1) * rows);
      assert.equal(listed.length, rows);
      const lines = listed.map(({ subject, student, day, slot, present }) =>
        line(subject.id, student.id, day, slot, present, data.admin.id),
      );
      const content = [
        csvLine(['Email', 'Subject', 'Date', 'Class of the Day', 'Mark']),
        ...listed.map(({ subject, student, day, slot, present }) =>
          csvLine([student.email, subject.code, day, slot, present ? 'P' : 'A']),
        ),
      ].join('');
      taken.limit += await secondsOf(() => copy(client, 'copied_marks', lines));
      resetPeak(campus.pid);
      const signed = await token();
      taken.campus += await secondsOf(async () =>
        assert.equal(
          await upload(`${campus.origin}/api/move-in/past-marks`, signed, content),
          rows,
        ),
      );
      peaks.push(canMeasureMemory ? peakMegabytes(campus.pid) : 0);
    }
    const times = taken.campus / taken.limit;
    const [first = 0, last = 0] = [peaks[0], peaks.at(-1)];
    const what = `Past marks, ${shown(files * rows)} in ${files} files`;
    return [
      {
        what: `${what}, compared with plain COPY`,
        limit: `${shown(taken.limit)} s`,
        campus: `${shown(taken.campus)} s`,
        ratio: `${twoDigits(times)} times`,
        required: `at most ${required.times} times`,
        passed: times <= required.times,
      },
      ...(canMeasureMemory
        ? [
            {
              what: `Memory of the server: ${what}, the last file compared with the first`,
              limit: `${shown(first)} MB`,
              campus: `${shown(last)} MB`,
              ratio: shownGrowth(first, last),
              required: `at most +${required.moreMegabytes} MB`,
              passed: last - first <= required.moreMegabytes,
            },
          ]
        : []),
    ];
  } finally {
    await campus.stop();
    await client.query('drop table copied_marks');
  }
};
