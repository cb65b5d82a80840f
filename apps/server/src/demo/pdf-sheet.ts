import type { IsoDate } from '@campus/contract';

export type Sheet = PDFKit.PDFDocument;

/** Of an A4 page, in points. */
export const margin = 48;
const pageWidth = 595.28;
const contentWidth = pageWidth - 2 * margin;

export const ink = '#14262F';
export const quietInk = '#45575F';
const petrol = '#0F5061';
const hairline = '#DCE4E3';

export const serif = 'Times-Bold';
export const plain = 'Helvetica';
export const bold = 'Helvetica-Bold';

/** The arch, as in the shell of the application. */
const drawArch = (sheet: Sheet, left: number, top: number): void => {
  const arch = (inset: number): void => {
    const [x, right, bottom] = [left + inset, left + 24 - inset, top + 30];
    sheet
      .moveTo(x, bottom)
      .lineTo(x, top + 12)
      .bezierCurveTo(x, top + inset - 2, right, top + inset - 2, right, top + 12)
      .lineTo(right, bottom)
      .stroke();
  };
  sheet.lineWidth(1.6).strokeColor(petrol);
  arch(0);
  arch(6);
};

/** A line across the sheet. */
export const drawRule = (sheet: Sheet, y: number, width = 0.7, color = hairline): void => {
  sheet
    .moveTo(margin, y)
    .lineTo(margin + contentWidth, y)
    .lineWidth(width)
    .strokeColor(color)
    .stroke();
};

/** The head of a sheet. Returns where its content begins. */
export const drawHead = (sheet: Sheet, title: string, line: string): number => {
  sheet.font(serif).fontSize(24).fillColor(ink).text(title, margin, margin);
  sheet
    .font(plain)
    .fontSize(10.5)
    .fillColor(quietInk)
    .text(line, margin, margin + 30);
  drawArch(sheet, margin + contentWidth - 24, margin);
  drawRule(sheet, margin + 52, 1.2, petrol);
  return margin + 68;
};

interface SheetOptions {
  readonly title: string;
  /** The day it is dated: the same sheet has the same bytes, whenever it is made. */
  readonly dated: IsoDate;
}

/** One A4 sheet as a PDF. */
export const makeSheet = async (
  { title, dated }: SheetOptions,
  draw: (sheet: Sheet) => void,
): Promise<Buffer> => {
  // Loaded here: only the first start of a demo campus makes any.
  const { default: PdfDocument } = await import('pdfkit');
  const sheet = new PdfDocument({
    size: 'A4',
    margin,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: title,
      Author: 'Campus',
      CreationDate: new Date(`${dated}T09:00:00Z`),
      ModDate: new Date(`${dated}T09:00:00Z`),
    },
  });
  const pieces: Buffer[] = [];
  sheet.on('data', (piece: Buffer) => pieces.push(piece));
  const finished = new Promise<void>((resolve, reject) => {
    sheet.once('end', resolve).once('error', reject);
  });
  draw(sheet);
  sheet.end();
  await finished;
  return Buffer.concat(pieces);
};
