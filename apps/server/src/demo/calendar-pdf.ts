import { addDays, type IsoDate } from '@campus/contract';
import { type AcademicDate, academicDates } from './academic-dates.ts';
import type { DemoCampus } from './generate.ts';
import {
  bold,
  drawHead,
  drawRule,
  ink,
  makeSheet,
  margin,
  plain,
  quietInk,
  serif,
  type Sheet,
} from './pdf-sheet.ts';

const fills = { date: '#A9CFD7', holiday: '#E2F3EC', examinations: '#FCDA93' } as const;

const weekdayLetters = ['M', 'T', 'W', 'T', 'F', 'S', 'S'];

const monthNames = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayNames = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const at = (date: IsoDate): Date => new Date(`${date}T00:00:00Z`);

/** The first days of the months that the term touches. */
const monthsOf = ({ startsOn, endsOn }: DemoCampus['term']): IsoDate[] => {
  const months: IsoDate[] = [];
  for (let first = `${startsOn.slice(0, 7)}-01`; first <= endsOn;) {
    months.push(first);
    first = `${addDays(first, 31).slice(0, 7)}-01`;
  }
  return months;
};

const cell = { width: 21, height: 13 };

/** A month, Monday first, with the named days filled. */
const drawMonth = (
  sheet: Sheet,
  { first, left, top }: { first: IsoDate; left: number; top: number },
  dates: readonly AcademicDate[],
): void => {
  const write = (text: string, column: number, row: number): void => {
    sheet.text(text, left + column * cell.width, top + 18 + row * cell.height, {
      width: cell.width,
      align: 'center',
      lineBreak: false,
    });
  };
  sheet
    .font(serif)
    .fontSize(11)
    .fillColor(ink)
    .text(monthNames.format(at(first)), left, top);
  sheet.font(bold).fontSize(7).fillColor(quietInk);
  for (const [column, letter] of weekdayLetters.entries()) write(letter, column, 0);
  sheet.font(plain).fontSize(7.5);
  const before = (at(first).getUTCDay() + 6) % 7;
  for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = addDays(day, 1)) {
    const place = before + Number(day.slice(8)) - 1;
    const [column, row] = [place % 7, Math.floor(place / 7) + 1];
    const named = column < 5 && dates.find(({ from, to }) => from <= day && day <= to);
    if (named)
      sheet
        .rect(left + column * cell.width, top + 14.5 + row * cell.height, cell.width, 12)
        .fill(fills[named.kind]);
    sheet.fillColor(column < 5 ? ink : quietInk);
    write(String(Number(day.slice(8))), column, row);
  }
};

const drawDates = (sheet: Sheet, top: number, dates: readonly AcademicDate[]): void => {
  for (const [index, { from, to, what, kind }] of dates.entries()) {
    const y = top + index * 23;
    drawRule(sheet, y);
    sheet.rect(margin, y + 7, 8, 8).fill(fills[kind]);
    const days = [...new Set([from, to])].map((day) => dayNames.format(at(day))).join(' – ');
    sheet.font(bold).fontSize(9.5).fillColor(ink);
    sheet.text(days, margin + 16, y + 7, { lineBreak: false });
    sheet.font(plain).text(what, margin + 124, y + 7, { lineBreak: false });
  }
};

/** The term on one sheet: its months, and what each named day is. */
export const calendarPdf = ({ term }: DemoCampus): Promise<Buffer> =>
  makeSheet({ title: 'Academic Calendar', dated: term.startsOn }, (sheet) => {
    const dates = academicDates(term);
    const months = monthsOf(term);
    const top = drawHead(sheet, 'Academic Calendar', term.name);
    for (const [index, first] of months.entries())
      drawMonth(
        sheet,
        { first, left: margin + (index % 3) * 176, top: top + Math.floor(index / 3) * 122 },
        dates,
      );
    drawDates(sheet, top + Math.ceil(months.length / 3) * 122 + 8, dates);
  });
