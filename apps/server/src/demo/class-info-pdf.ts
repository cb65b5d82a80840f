import type { DemoCampus, DemoSubject } from './generate.ts';
import {
  bold,
  drawHead,
  drawRule,
  ink,
  makeSheet,
  margin,
  plain,
  quietInk,
  type Sheet,
} from './pdf-sheet.ts';

const weekdayNames = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const buildings = ['Turing Hall', 'Old Library', 'Science Court'] as const;

const columns = [
  { head: 'Subject', width: 168 },
  { head: 'Days', width: 128 },
  { head: 'Time', width: 84 },
  { head: 'Room', width: 119 },
] as const;

/** Each subject has an hour of its own, so that nobody is in two rooms at once. */
const placeOf = (index: number): { time: string; room: string } => {
  const hour = (at: number): string => `${String(at).padStart(2, '0')}:00`;
  const building = buildings[index % buildings.length] ?? buildings[0];
  return {
    time: `${hour(8 + index)} – ${hour(9 + index)}`,
    room: `${building} ${100 + index * 7}`,
  };
};

const daysOf = ({ weekdays }: DemoSubject): string =>
  weekdays.length === 5
    ? 'Monday to Friday'
    : weekdays.map((weekday) => weekdayNames[weekday]).join(', ');

const drawRow = (sheet: Sheet, top: number, cells: readonly string[]): void => {
  let left = margin;
  for (const [index, { width }] of columns.entries()) {
    sheet.text(cells[index] ?? '', left, top, { width: width - 10, lineBreak: false });
    left += width;
  }
};

const drawTimetable = (
  sheet: Sheet,
  top: number,
  demo: DemoCampus,
  mine: DemoSubject[],
): number => {
  sheet.font(bold).fontSize(9).fillColor(quietInk);
  drawRow(
    sheet,
    top,
    columns.map(({ head }) => head),
  );
  for (const [index, subject] of mine.entries()) {
    const y = top + 18 + index * 40;
    const { time, room } = placeOf(demo.subjects.indexOf(subject));
    drawRule(sheet, y);
    sheet.font(bold).fontSize(10).fillColor(ink);
    drawRow(sheet, y + 8, [subject.name]);
    sheet.font(plain);
    drawRow(sheet, y + 8, ['', daysOf(subject), time, room]);
    const teacher = demo.teachers.find(({ email }) => email === subject.teacherEmail);
    sheet
      .fontSize(8.5)
      .fillColor(quietInk)
      .text(
        `${subject.code} · ${subject.credits} credits · ${teacher?.name ?? ''}`,
        margin,
        y + 22,
      );
  }
  return top + 18 + mine.length * 40;
};

const notes = [
  'Mark attendance on the day of the class; an administrator can still correct it later.',
  'A room is yours ten minutes before the class. Please leave it as you found it.',
  'To swap an hour or a room, write to the office two days ahead.',
];

/** Rooms and hours of a term: of one teacher’s subjects, or of all. */
export const classInfoPdf = (demo: DemoCampus, teacherEmail?: string): Promise<Buffer> => {
  const of = teacherEmail && demo.teachers.find(({ email }) => email === teacherEmail);
  const mine = demo.subjects.filter((subject) => !of || subject.teacherEmail === of.email);
  const title = 'Class information';
  return makeSheet({ title, dated: demo.term.startsOn }, (sheet) => {
    const line = `${demo.term.name} · ${of ? of.name : 'all teachers'}`;
    const bottom = drawTimetable(sheet, drawHead(sheet, title, line), demo, mine);
    sheet.font(plain).fontSize(9.5).fillColor(ink);
    for (const [index, note] of notes.entries())
      sheet.text(`${index + 1}.  ${note}`, margin, bottom + 16 + index * 17);
  });
};
