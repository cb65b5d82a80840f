import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The last migrations of the version compared with, commit 4d39925 (CONTRIBUTING.md, Release a version). */
const released = { 'apps/server/migrations': '0038', 'apps/identity/migrations': '0009' } as const;

/** Statements that remove, or from then on refuse, something the previous version uses or writes. */
const contracting = [
  /\bdrop (?:table|column|view|materialized view|function|schema|type|default)\b/,
  /\brename (?:to|column|constraint|\w+ to)\b/,
  /\balter (?:column )?\w+ (?:set data )?type\b/,
  /\bset not null\b/,
  /\badd (?!constraint\b)(?!.*\b(?:default|generated)\b).*\bnot null\b/,
  /\brevoke\b/,
];

/** Statements that only look like it, or that affect no released version, by file and a part of their text. */
const allowed: readonly { readonly file: string; readonly text: string; readonly why: string }[] =
  [];

const statementsOf = (file: string): string[] =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.trim());

const contractionsIn = (statements: readonly string[]): string[] =>
  statements.filter((statement) =>
    statement.split(',').some((clause) => contracting.some((pattern) => pattern.test(clause))),
  );

test('migrations remove nothing that the released version uses', () => {
  const newer = Object.entries(released).flatMap(([folder, last]) =>
    readdirSync(join(root, folder))
      .filter((name) => name.slice(0, 4) > last)
      .map((name) => `${folder}/${name}`),
  );
  const found = newer.flatMap((file) =>
    contractionsIn(statementsOf(file)).map((statement) => ({ file, statement })),
  );
  const refused = found.filter(
    ({ file, statement }) =>
      !allowed.some((one) => file.endsWith(one.file) && statement.includes(one.text)),
  );
  expect(refused).toEqual([]);
});

test.each([
  'alter table people drop column name',
  'drop view listed_students',
  'alter table people rename name to full_name',
  'alter table people alter name type varchar(10)',
  'alter table people alter column name set not null',
  'alter table people add column nick text not null',
  'alter table people add nick text not null, add age integer',
])('%s is detected as removing something', (statement) => {
  expect(contractionsIn([statement])).toEqual([statement]);
});

test.each([
  'alter table people add column nick text',
  'alter table people add column nick text not null default 1',
  "alter table people add column nick text default '' not null",
  'alter table people add id bigint generated always as identity not null',
  'create table nicks (id bigint not null, name text not null)',
  'alter table people alter name drop not null',
  'drop index people_name',
])('%s removes nothing', (statement) => {
  expect(contractionsIn([statement])).toEqual([]);
});
