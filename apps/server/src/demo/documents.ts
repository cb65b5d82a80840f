import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type IsoDate, midnightOf } from '@campus/contract';
import tables from './campus.json' with { type: 'json' };
import { academicDates } from './events.ts';
import type { DemoCampus } from './generate.ts';
import type { Loading } from './load.ts';

/** Dimensions of an A4 page in points. */
const margin = 48;
const pageWidth = 595.28;

const ink = '#14262F';
const mutedInk = '#45575F';
const petrol = '#0F5061';
const hairline = '#DCE4E3';
const fills = {
  event: '#A9CFD7',
  holiday: '#E2F3EC',
  exam: '#FCDA93',
} as const;

const bold = (size: number) => ({ src: 'Helvetica-Bold', size });

interface Sheet {
  readonly title: string;
  readonly line: string;
  /** The date in the file, so that the same sheet always has the same bytes. */
  readonly dated: IsoDate;
  readonly notes?: readonly string[];
}

/** An A4 sheet as a PDF: a heading, a table with a line above each row, and notes. */
const makeSheet = async (
  { title, line, dated, notes = [] }: Sheet,
  table: PDFKit.Mixins.TableOptionsWithData,
): Promise<Buffer> => {
  // Imported here: only the first start of a demo campus needs it.
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
  const rule = margin + 52;
  sheet
    .moveTo(margin, rule)
    .lineTo(pageWidth - margin, rule)
    .lineWidth(1.2)
    .strokeColor(petrol);
  sheet.stroke().font('Helvetica', 10);
  sheet.table({
    position: { x: margin, y: margin + 68 },
    defaultStyle: {
      border: { top: 0.7, right: 0, bottom: 0, left: 0 },
      borderColor: hairline,
      textColor: ink,
      padding: [8, 0, 0, 0],
    },
    ...table,
  });
  sheet.fontSize(9.5).fillColor(ink).moveDown(1.5);
  for (const [index, note] of notes.entries())
    sheet.text(`${index + 1}.  ${note}`, margin).moveDown(0.5);
  sheet.end();
  return buffer(sheet);
};

const short = (day: IsoDate): string =>
  midnightOf(day)
    .toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
    .replace('Sept', 'Sep');

export const calendarPdf = ({ term }: DemoCampus): Promise<Buffer> =>
  makeSheet(
    { title: 'Academic Calendar', line: term.name, dated: term.startsOn },
    {
      columnStyles: [8, 8, 116, '*'],
      rowStyles: { height: 26 },
      data: academicDates(term).map(({ from, to, what, kind }) => [
        { backgroundColor: fills[kind as keyof typeof fills] },
        '',
        { text: [...new Set([from, to])].map(short).join(' – '), font: bold(10) },
        what,
      ]),
    },
  );

const weekdayNames = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const heads = ['Subject', 'Days', 'Time', 'Room'];

/** Rooms and times of all subjects of a term, or of one teacher’s. */
const classInfoPdf = ({ subjects, teachers, term }: DemoCampus, teacherEmail?: string) => {
  const nameOf = (email?: string) => teachers.find((one) => one.email === email)?.name;
  const of = nameOf(teacherEmail);
  const hour = (at: number): string => `${String(at).padStart(2, '0')}:00`;
  // Each subject has its own hour, so that nobody is in two rooms at once.
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
        `${tables.buildings[index % tables.buildings.length]} ${100 + index * 7}`,
      ],
      [{ text: more, font: { size: 8.5 }, textColor: mutedInk, border: 0, padding: 0, colSpan: 4 }],
    ];
  });
  const line = `${term.name} · ${of ?? 'all teachers'}`;
  return makeSheet(
    { title: 'Class information', line, dated: term.startsOn, notes: tables.notes },
    {
      columnStyles: [168, 128, 84, '*'],
      rowStyles: (row) => ({ height: row % 2 === 0 ? 18 : 22 }),
      data: [
        heads.map((text) => ({ text, font: bold(9), textColor: mutedInk, border: 0, padding: 0 })),
        ...rows,
      ],
    },
  );
};

/** Stores the academic calendar and the class information, as uploaded on the term's first morning. */
export const insertDocuments = async ({ tx, demo, idOf }: Loading): Promise<void> => {
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
