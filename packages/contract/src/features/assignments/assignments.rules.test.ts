import { describe, expect, test } from 'vitest';
import { asMinute } from '../../testing/dates.ts';
import { campusMinuteOf, instantOfCampusMinute, isCampusMinute } from '../../values/dates.ts';
import { isPast } from './deadline.rules.ts';
import {
  acceptedTypes,
  createUniqueNames,
  nameByContent,
  safeFileName,
} from './hand-in-files.rules.ts';
import { countHandIns, handInOutcomeAt, handInState } from './hand-in.rules.ts';
import fc from 'fast-check';

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
);
const minute = 60_000;
const anyMinute = fc
  .integer({ min: Date.UTC(2000, 0, 1) / minute, max: Date.UTC(2060, 0, 1) / minute })
  .map((minutes) => new Date(minutes * minute));

describe('a deadline', () => {
  test('is shown as it was entered, and is never earlier than that minute', () => {
    fc.assert(
      fc.property(zone, anyMinute, (timeZone, instant) => {
        const shown = campusMinuteOf(timeZone, instant);
        expect(isCampusMinute(shown)).toBe(true);
        const back = instantOfCampusMinute(timeZone, shown);
        expect(campusMinuteOf(timeZone, back)).toBe(shown);
        expect(back.getTime()).toBeGreaterThanOrEqual(instant.getTime());
      }),
    );
  });

  test('in the hour that clocks repeat means the later time', () => {
    const at = instantOfCampusMinute('Europe/Berlin', asMinute('2026-10-25T02:30'));
    expect(at.toISOString()).toBe('2026-10-25T01:30:00.000Z');
  });

  test('in the hour that clocks skip is moved later by that hour', () => {
    const at = instantOfCampusMinute('Europe/Berlin', asMinute('2026-03-29T02:30'));
    expect(at.toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(campusMinuteOf('Europe/Berlin', at)).toBe('2026-03-29T03:30');
  });

  test('includes its whole minute', () => {
    const deadline = new Date('2026-03-11T22:59:00Z');
    expect(isPast(deadline, new Date('2026-03-11T22:59:59.999Z'))).toBe(false);
    expect(isPast(deadline, new Date('2026-03-11T23:00:00Z'))).toBe(true);
  });

  test.each(['2026-02-30T10:00', '2026-03-11T24:00', '2026-03-11 10:00', '2026-03-11T10:00Z', ''])(
    'cannot be %j',
    (text) => expect(isCampusMinute(text)).toBe(false),
  );
});

const facts = fc.record({
  deadline: anyMinute,
  acceptLate: fc.boolean(),
  version: fc.nat(3),
  returned: fc.boolean(),
  reopened: fc.boolean(),
  termClosed: fc.boolean(),
});

describe('work on an assignment', () => {
  test('can be handed in while open or overdue, and once missed only if reopened', () => {
    fc.assert(
      fc.property(facts, anyMinute, (given, now) => {
        const state = handInState(given, now);
        const handing = handInOutcomeAt(given, now);
        if (state === 'open') expect(handing).toBe('inTime');
        if (state === 'overdue') expect(handing).toBe('late');
        if (given.termClosed) expect(['returned', 'termClosed']).toContain(handing);
        else if (state === 'missed') expect(handing).toBe(given.reopened ? 'late' : 'tooLate');
        if (state === 'returned') expect(handing).toBe('returned');
        if (handing === 'inTime') expect(isPast(given.deadline, now)).toBe(false);
        if (handing === 'late') expect(isPast(given.deadline, now)).toBe(true);
      }),
    );
  });

  test('is counted once, as to mark, to return or returned', () => {
    const student = fc.record({
      version: fc.nat(3),
      markedVersion: fc.option(fc.integer({ min: 1, max: 3 })),
      returned: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(student), (students) => {
        const counts = countHandIns(students);
        expect(counts.students).toBe(students.length);
        expect(counts.toMark + counts.toReturn + counts.returned).toBe(counts.handedIn);
        expect(counts.handedIn).toBeLessThanOrEqual(counts.students);
      }),
    );
  });
});

describe('the name of a file in an archive', () => {
  test('contains no path and is valid on every file system', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[\\/:*?"<>|\p{Cc}]|^[. ]|[. ]$/u);
        expect(Array.from(safe).length).toBeGreaterThan(0);
        expect(Array.from(safe).length).toBeLessThanOrEqual(101);
        // Linux and Android allow 255 bytes, and a number may have to be added.
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(245);
        expect(safeFileName(safe)).toBe(safe);
      }),
    );
  });

  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['CON.txt', '_CON.txt'],
    ['lpt1', '_lpt1'],
    ['Übung 1.pdf', 'Übung 1.pdf'],
    ['...', 'file'],
    [`${'a'.repeat(200)}.docx`, `${'a'.repeat(95)}.docx`],
    [`${'क'.repeat(90)}.docx`, `${'क'.repeat(78)}.docx`],
    ['😀'.repeat(70), '😀'.repeat(60)],
  ])('%j becomes %j', (name, safe) => expect(safeFileName(name)).toBe(safe));

  const text = 'text/plain; charset=utf-8';

  test.each([
    ['marks.bat', text, 'marks.bat.txt'],
    ['Läsion.HTA', text, 'Läsion.HTA.txt'],
    ['script.js', text, 'script.js.txt'],
    ['page.html', text, 'page.html.txt'],
    ['link.url', text, 'link.url.txt'],
    ['marks.bat. ', text, 'marks.bat.txt'],
    ['.hta', text, 'hta.txt'],
    ['notes.MD', text, 'notes.MD'],
    ['निबंध.txt', text, 'निबंध.txt'],
    ['Re\u202Efdp.bat', text, 'Re_fdp.bat.txt'],
    ['invoice.pdf\u2800\u3164.exe', 'application/pdf', 'invoice.pdf__.exe.pdf'],
    ['论文.pdf', 'application/zip', '论文.pdf.zip'],
    ['essay', 'application/pdf', 'essay.pdf'],
    ['old.doc', 'application/x-cfb', 'old.doc'],
  ])('%j with %s is kept as %j', (name, type, kept) =>
    expect(nameByContent(name, type)).toBe(kept),
  );

  test('has the extension of the content, no invisible characters, and all its letters', () => {
    const anyName = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(anyName, fc.constantFrom(...acceptedTypes), (name, type) => {
        const kept = nameByContent(name, type);
        expect(kept).toMatch(/\.[a-z]{1,5}$/i);
        expect(kept).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\\/:*?"<>|]|^[. ]|[. ]$/u,
        );
        expect(nameByContent(kept, type)).toBe(kept);
        const letters = (of: string): string =>
          of.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}|[^\p{L}\p{N}]/gu, '');
        expect(letters(kept).startsWith(letters(name.toWellFormed()))).toBe(true);
      }),
    );
  });

  test('is unique within its folder', () => {
    const named = createUniqueNames();
    expect(['a.pdf', 'A.pdf', 'a.pdf', 'b'].map(named)).toEqual([
      'a.pdf',
      'A (2).pdf',
      'a (3).pdf',
      'b',
    ]);
  });
});
