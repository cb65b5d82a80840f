import { listLimits } from '@campus/contract';
import { strFromU8, unzipSync } from 'fflate';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOfCsv, cellsOfXlsx } from '../testing/read-table.ts';
import { type Cell, tableFile, type TableColumns } from './table-file.ts';

type Line = readonly [string, number | null, string | null, string, number];
const columns: TableColumns<Line> = [
  ['Text', 'text', ([text]) => text],
  ['Whole & part', 'number', ([, number]) => number],
  ['Day', 'day', ([, , day]) => day],
  ['=Instant', 'instant', ([, , , instant]) => instant],
  ['Percent', 'percent', ([, , , , percent]) => percent],
];
const bytesOf = async (format: 'csv' | 'xlsx', lines: readonly Line[]): Promise<Buffer> => {
  const file = await tableFile(format, columns, [lines, []]);
  const content = await file.bytes();
  await file.close();
  return content;
};

const date = fc.date({
  min: new Date('1850-01-01T00:00:00Z'),
  max: new Date('2199-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const line = fc.tuple(
  fc
    .tuple(
      fc.constantFrom('', '=', '+', '-', '@', "'", '_x0041_', '<b>&', '\u0001'),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('', '\n', '"', ',', ';', ' '),
    )
    .map((parts) => parts.join('')),
  fc.option(fc.integer()),
  fc.option(date.map((at) => at.toISOString().slice(0, 10))),
  date.map((at) => `${at.toISOString().slice(0, 19)}.000Z`),
  fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
);

test('CSV and XLSX hold the same cells, whatever people have written into them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      const [csv, xlsx] = [await bytesOf('csv', lines), await bytesOf('xlsx', lines)];
      const cells = (all: readonly Cell[]): string[] => all.map((cell) => String(cell ?? ''));
      const expected = [cells(columns.map(([head]) => head)), ...lines.map(cells)];
      expect(cellsOfCsv(csv)).toEqual(expected);
      expect(cellsOfXlsx(xlsx)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('a workbook has real dates and numbers, formulas as text, and a frozen header row', async () => {
  const lines: Line[] = [['=1+1', 7, '2026-08-01', '2026-08-01T12:00:00.000Z', 72.4]];
  const parts = unzipSync(await bytesOf('xlsx', lines));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).toContain(
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
  );
  expect(sheet).toContain(
    '<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>',
  );
  expect(sheet).toContain('<c r="B2" s="0"><v>7</v></c><c r="C2" s="3"><v>46235</v></c>');
  expect(sheet).toContain('<c r="D2" s="4"><v>46235.5</v></c><c r="E2" s="5"><v>0.724</v></c>');
  expect(sheet).not.toContain('<f>');
  expect(strFromU8(parts['xl/styles.xml'] ?? new Uint8Array())).toContain(
    'formatCode="yyyy-mm-dd"',
  );
});

test('a table in parts has at most as many rows and bytes in each as an upload may have', async () => {
  const sizesOf = async (length: number, text: string): Promise<number[]> => {
    const page = Array.from({ length: 1000 }, (): Line => [text, 1, null, '', 0]);
    const pages = Array.from({ length }, () => page);
    const file = await tableFile('parts', columns, pages);
    const parts = Object.values(unzipSync(await file.bytes()));
    await file.close();
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(listLimits.bytes);
    return parts.map((part) => cellsOfCsv(Buffer.from(part)).length - 1);
  };
  expect(await sizesOf(0, '')).toEqual([0]);
  expect(await sizesOf(101, 'a')).toEqual([100_000, 1000]);
  expect(await sizesOf(70, 'a'.repeat(500))).toEqual([66_000, 4000]);
});
