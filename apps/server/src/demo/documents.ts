import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  addDays,
  addMonths,
  firstOfMonth,
  type IsoDate,
  midnightOf,
  weekdayOf,
} from '@campus/contract';
import type { Transaction } from '../db/db.ts';
import { type AcademicDate, academicDates } from './academic-dates.ts';
import type { DemoCampus } from './generate.ts';

/** Of an A4 page, in points. */
const margin = 48;
const pageWidth = 595.28;

const ink = '#14262F';
const mutedInk = '#45575F';
const petrol = '#0F5061';
const hairline = '#DCE4E3';
const fills = { date: '#A9CFD7', holiday: '#E2F3EC', examinations: '#FCDA93' } as const;

const bold = (size: number) => ({ src: 'Helvetica-Bold', size });
/** A line above each row, and nothing else. */
const ruled = {
  border: { top: 0.7, right: 0, bottom: 0, left: 0 },
  borderColor: hairline,
  textColor: ink,
} as const;

/** The arch, as in the shell of the application. */
const drawArch = (sheet: PDFKit.PDFDocument, left: number, top: number): void => {
  for (const inset of [0, 6]) {
    const [x, right, bottom] = [left + inset, left + 24 - inset, top + 30];
    sheet
      .lineWidth(1.6)
      .strokeColor(petrol)
      .moveTo(x, bottom)
      .lineTo(x, top + 12)
      .bezierCurveTo(x, top + inset - 2, right, top + inset - 2, right, top + 12)
      .lineTo(right, bottom)
      .stroke();
  }
};

/** One A4 sheet as a PDF with a head. It is dated: the same sheet has the same bytes, whenever it is made. */
const makeSheet = async (
  { title, line, dated }: { title: string; line: string; dated: IsoDate },
  draw: (sheet: PDFKit.PDFDocument, top: number) => void,
): Promise<Buffer> => {
  // Loaded here: only the first start of a demo campus makes any.
  const { default: PdfDocument } = await import('pdfkit');
  const at = new Date(`${dated}T09:00:00Z`);
  const sheet = new PdfDocument({
    size: 'A4',
    margin,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: 'Campus', CreationDate: at, ModDate: at },
  });
  sheet.font('Times-Bold', 24).fillColor(ink).text(title, margin, margin);
  sheet
    .font('Helvetica', 10.5)
    .fillColor(mutedInk)
    .text(line, margin, margin + 30);
  const right = pageWidth - margin;
  drawArch(sheet, right - 24, margin);
  const rule = margin + 52;
  sheet.moveTo(margin, rule).lineTo(right, rule).lineWidth(1.2).strokeColor(petrol).stroke();
  draw(sheet, margin + 68);
  sheet.end();
  return buffer(sheet);
};

const inWords = (date: IsoDate, options: Intl.DateTimeFormatOptions): string =>
  midnightOf(date).toLocaleDateString('en-GB', { timeZone: 'UTC', ...options });

/** The first days of the months that the term touches. */
const monthsOf = ({ startsOn, endsOn }: DemoCampus['term']): IsoDate[] => {
  const months: IsoDate[] = [];
  for (let first = firstOfMonth(startsOn); first <= endsOn; first = addMonths(first, 1))
    months.push(first);
  return months;
};

/** A month, Monday first, with the named days filled. */
const drawMonth = (
  sheet: PDFKit.PDFDocument,
  { first, x, y }: { first: IsoDate; x: number; y: number },
  dates: readonly AcademicDate[],
): void => {
  const before = weekdayOf(first);
  const cellOf = (day: IsoDate, column: number) => {
    if (day.slice(0, 7) !== first.slice(0, 7)) return '';
    const named = column < 5 && dates.find(({ from, to }) => from <= day && day <= to);
    return {
      text: String(Number(day.slice(8))),
      textColor: column < 5 ? ink : mutedInk,
      ...(named && { backgroundColor: fills[named.kind] }),
    };
  };
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => cellOf(addDays(first, week * 7 + day - before), day)),
  );
  const month = inWords(first, { month: 'long', year: 'numeric' });
  sheet.font('Times-Bold', 11).fillColor(ink).text(month, x, y);
  sheet.font('Helvetica', 7.5).table({
    position: { x, y: y + 15 },
    columnStyles: { width: 21 },
    rowStyles: { height: 13 },
    defaultStyle: { border: 0, padding: 0, align: 'center' },
    data: [
      Array.from('MTWTFSS', (text) => ({ text, font: bold(7), textColor: mutedInk })),
      ...weeks,
    ],
  });
};

/** The term on one sheet: its months, and what each named day is. */
export const calendarPdf = ({ term }: DemoCampus): Promise<Buffer> =>
  makeSheet({ title: 'Academic Calendar', line: term.name, dated: term.startsOn }, (sheet, top) => {
    const dates = academicDates(term);
    const months = monthsOf(term);
    for (const [index, first] of months.entries()) {
      const y = top + Math.floor(index / 3) * 122;
      drawMonth(sheet, { first, x: margin + (index % 3) * 176, y }, dates);
    }
    sheet.font('Helvetica', 9.5).table({
      position: { x: margin, y: top + Math.ceil(months.length / 3) * 122 + 8 },
      columnStyles: [8, 116, '*'],
      rowStyles: { height: 23 },
      defaultStyle: { ...ruled, padding: [7, 0, 0, 8] },
      data: dates.map(({ from, to, what, kind }) => {
        const days = [...new Set([from, to])].map((day) =>
          inWords(day, { day: 'numeric', month: 'short' }),
        );
        return [
          { backgroundColor: fills[kind] },
          { text: days.join(' – '), font: bold(9.5) },
          what,
        ];
      }),
    });
  });

const weekdayNames = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const buildings = ['Turing Hall', 'Old Library', 'Science Court'];
const notes = [
  'Mark attendance on the day of the class; an administrator can still correct it later.',
  'A room is yours ten minutes before the class. Please leave it as you found it.',
  'To swap an hour or a room, write to the office two days ahead.',
];

/** Rooms and hours of a term: of one teacher’s subjects, or of all. */
const classInfoPdf = (
  { subjects, teachers, term }: DemoCampus,
  teacherEmail?: string,
): Promise<Buffer> => {
  const nameOf = (email?: string) => teachers.find((one) => one.email === email)?.name;
  const of = nameOf(teacherEmail);
  const hour = (at: number): string => `${String(at).padStart(2, '0')}:00`;
  // Each subject has an hour of its own, so that nobody is in two rooms at once.
  const rows = subjects.flatMap((subject, index) => {
    const { name, code, credits, weekdays } = subject;
    if (of && subject.teacherEmail !== teacherEmail) return [];
    const days = weekdays.map((weekday) => weekdayNames[weekday]).join(', ');
    const more = `${code} · ${credits} credits · ${nameOf(subject.teacherEmail) ?? ''}`;
    return [
      [
        { text: name, font: bold(10) },
        weekdays.length === 5 ? 'Monday to Friday' : days,
        `${hour(8 + index)} – ${hour(9 + index)}`,
        `${buildings[index % buildings.length]} ${100 + index * 7}`,
      ],
      [{ text: more, font: { size: 8.5 }, textColor: mutedInk, border: 0, padding: 0, colSpan: 4 }],
    ];
  });
  const heads = ['Subject', 'Days', 'Time', 'Room'];
  const title = 'Class information';
  const line = `${term.name} · ${of ?? 'all teachers'}`;
  return makeSheet({ title, line, dated: term.startsOn }, (sheet, top) => {
    sheet.font('Helvetica', 10).table({
      position: { x: margin, y: top },
      columnStyles: [168, 128, 84, '*'],
      rowStyles: (row) => ({ height: row % 2 === 0 ? 18 : 22 }),
      defaultStyle: { ...ruled, padding: [8, 0, 0, 0] },
      data: [
        heads.map((text) => ({ text, font: bold(9), textColor: mutedInk, border: 0, padding: 0 })),
        ...rows,
      ],
    });
    sheet.fontSize(9.5).fillColor(ink).moveDown(1.5);
    for (const [index, note] of notes.entries())
      sheet.text(`${index + 1}.  ${note}`, margin).moveDown(0.5);
  });
};

/** The academic calendar and the class information, uploaded on the morning the term began. */
export const insertDocuments = async (
  tx: Transaction,
  demo: DemoCampus,
  idOf: (email: string) => string,
): Promise<void> => {
  const { admin, teachers, term } = demo;
  const uploaded = (name: string, content: Buffer) => ({
    file_name: `${name}-${term.name.toLowerCase().replaceAll(' ', '-')}.pdf`,
    content,
    size: content.length,
    digest: hash('sha256', content, 'base64url'),
    uploaded_by: idOf(admin.email),
    uploaded_at: `${term.startsOn}T09:00:00Z`,
  });
  const calendar = uploaded('academic-calendar', await calendarPdf(demo));
  await tx
    .insertInto('calendars')
    .values({ title: 'Academic Calendar', ...calendar })
    .execute();
  for (const email of [undefined, teachers[0]?.email]) {
    const info = uploaded('class-information', await classInfoPdf(demo, email));
    await tx
      .insertInto('class_infos')
      .values({ teacher_id: email === undefined ? null : idOf(email), ...info })
      .execute();
  }
};
