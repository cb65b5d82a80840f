import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { Finding } from './benches/bench.ts';

const columns = ['what', 'limit', 'campus', 'ratio', 'required', 'statements'] as const;
const titles = ['What', 'Limit', 'Campus', 'Ratio', 'Required', 'SQL statements'] as const;

type Row = readonly string[];

const rowOf = (finding: Finding): Row => columns.map((column) => finding[column] ?? '');

/** A Markdown table with aligned columns. */
const markdown = (body: readonly Row[]): string => {
  const rows = [titles as Row, ...body];
  const widths = titles.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: Row): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const [head, ...others] = rows.map(line);
  return [head, rule, ...others].join('\n');
};

export const tableOf = (findings: readonly Finding[]): string => markdown(findings.map(rowOf));

/** A finding in one line, printed while the benchmarks run. */
export const lineOf = ({ passed, what, limit, campus, ratio }: Finding): string =>
  `${passed ? '  ' : '✗ '}${what}: ${[limit, campus, ratio].filter(Boolean).join(' · ')}`;

/** Describes the machine in general terms: what the numbers depend on. */
export const describeMachine = (postgres: string): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform}; Node.js ${process.versions.node}, PostgreSQL ${postgres}, every commit synced to the disk; server, limit, load generator and database share the machine.`;

const begin = '<!-- measured: written by `npm run bench` -->';
const end = '<!-- /measured -->';

/** Reads the text between the markers of a page; `write` replaces it. */
const readMeasured = (page: string) => {
  const whole = readFileSync(page, 'utf8');
  const from = whole.indexOf(begin);
  const to = whole.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${page} has no place for the measured numbers.`);
  return {
    text: whole.slice(from + begin.length, to).trim(),
    write: (text: string): void =>
      writeFileSync(page, `${whole.slice(0, from)}${begin}\n\n${text}\n\n${whole.slice(to)}`),
  };
};

export const writeMeasured = (page: string, findings: readonly Finding[], machine: string): void =>
  readMeasured(page).write(`${tableOf(findings)}\n\n${machine}`);

/** Replaces the rows of the table that a run of some benchmarks has measured. */
export const updateMeasured = (page: string, findings: readonly Finding[]): void => {
  const { text, write } = readMeasured(page);
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith('| '));
  const last = lines.findLastIndex((line) => line.startsWith('| '));
  const rows = new Map<string | undefined, Row>(
    lines.slice(first + 2, last + 1).map((line) => {
      const cells = line.split('|').slice(1, -1);
      const row = cells.map((cell) => cell.trim());
      return [row[0], row];
    }),
  );
  for (const finding of findings) rows.set(finding.what, rowOf(finding));
  lines.splice(first, last + 1 - first, markdown([...rows.values()]));
  write(lines.join('\n'));
};
