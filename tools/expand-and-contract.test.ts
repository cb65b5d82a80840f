import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The last migrations of the version compared with, commit 4d39925 (CONTRIBUTING.md, Release a version). */
const released = { 'apps/server/migrations': '0038', 'apps/identity/migrations': '0009' } as const;

/** Statements that remove something the previous version uses, or refuse what it writes. */
const contracting = [
  /\bdrop (?:table|column|view|materialized view|function|schema|type|default)\b/,
  /\brename (?:to|column|constraint|\w+ to)\b/,
  /\balter (?:column )?\w+ (?:set data )?type\b/,
  /\bset not null\b/,
  /\badd (?!constraint\b)(?!.*\b(?:default|generated)\b).*\bnot null\b/,
  /\brevoke\b/,
];

/** Statements that refuse rows from then on: of a table that the previous version writes to as well. */
const refusing = [
  /\badd (?:constraint \w+ )?(?:check|unique|primary key|foreign key|exclude)\b/,
  /^create unique index\b/,
];

/** Statements that only look like it, or that affect no released version, by file and a part of their text. */
// oxfmt-ignore
const allowed: readonly { readonly file: string; readonly text: string; readonly why: string }[] = [
  { file: '0045_a_persons_data.sql', text: 'people_erased_are_inactive', why: 'of people erased by the new version' },
  { file: '0045_a_persons_data.sql', text: 'class_sessions_kept_when_changed', why: 'replaces one that runs more often' },
  { file: '0050_mistakes_taken_back.sql', text: 'subjects_deleted_are_in_no_term', why: 'of subjects deleted by the new version' },
  { file: '0050_mistakes_taken_back.sql', text: 'terms_deleted_were_planned', why: 'of terms deleted by the new version; the others allow more than before' },
  { file: '0050_mistakes_taken_back.sql', text: 'terms_name_key', why: 'allows more than before' },
  { file: '0061_half_marks_and_extensions.sql', text: 'hand_in_marks_half_within_grade', why: 'of half marks given by the new version' },
  { file: '0067_duties.sql', text: 'people_duty_check', why: 'of duties, which the new version gives' },
  { file: '0075_graduates.sql', text: 'students_graduates_have_a_last_day', why: 'of graduates of the new version' },
  { file: '0075_graduates.sql', text: 'student_directory_status_check', why: 'allows more than before' },
  { file: '0076_imports_undone.sql', text: 'people_removed_are_inactive', why: 'of people removed by the new version' },
  { file: '0078_leave_of_absence.sql', text: 'students_come_back_after_leaving', why: 'of its own columns' },
  { file: '0080_results_have_ids.sql', text: 'exam_results_id_key', why: 'of numbers that the database gives' },
  { file: '0082_sections.sql', text: 'enrolments_section', why: 'of sections, which the new version sets' },
];

const statementsOf = (file: string): string[] =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.trim());

/** The functions of triggers that raise an error. */
const raising = (sql: string): string[] =>
  [...sql.matchAll(/\bcreate (?:or replace )?function (\w+)\(\)(.*?)\$(\w*)\$(.*?)\$\3\$/gis)]
    .filter(([, , , , body]) => /\braise exception\b/i.test(body ?? ''))
    .map(([, name = '']) => name);

/** The table whose rows a statement may refuse from then on. */
const refusesRowsOf = (statement: string, raises: readonly string[]): string | undefined => {
  const [, table] =
    /^alter table (?:only )?"?(\w+)/.exec(statement) ??
    /^create (?:unique index|(?:constraint )?trigger) .*? on "?(\w+)/.exec(statement) ??
    [];
  const [, runs = ''] = /^create .*\btrigger\b.* execute function (\w+)/.exec(statement) ?? [];
  const refuses =
    raises.includes(runs) ||
    statement.split(',').some((clause) => refusing.some((pattern) => pattern.test(clause.trim())));
  return refuses ? table : undefined;
};

/** `own`: tables that the previous version does not know. */
const contractionsIn = (
  statements: readonly string[],
  { own = [], raises = [] }: { readonly own?: readonly string[]; raises?: readonly string[] } = {},
): string[] =>
  statements.filter((statement) => {
    const table = refusesRowsOf(statement, raises);
    if (table !== undefined && !own.includes(table)) return true;
    return statement.split(',').some((clause) => contracting.some((one) => one.test(clause)));
  });

const createdIn = (statements: readonly string[]): string[] =>
  statements.flatMap(
    (statement) => /^create (?:unlogged )?table "?(\w+)/.exec(statement)?.slice(1) ?? [],
  );

test('migrations remove nothing that the released version uses, and refuse nothing that it writes', () => {
  const newer = Object.entries(released).flatMap(([folder, last]) =>
    readdirSync(join(root, folder))
      .filter((name) => name.slice(0, 4) > last)
      .map((name) => `${folder}/${name}`),
  );
  const all = Object.keys(released).flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  const known = {
    own: newer.flatMap((file) => createdIn(statementsOf(file))),
    raises: raising(all.join('\n')),
  };
  const found = newer.flatMap((file) =>
    contractionsIn(statementsOf(file), known).map((statement) => ({ file, statement })),
  );
  const isOf = (one: (typeof allowed)[number], { file, statement }: (typeof found)[number]) =>
    file.endsWith(one.file) && statement.includes(one.text);
  expect(found.filter((statement) => !allowed.some((one) => isOf(one, statement)))).toEqual([]);
  expect(allowed.filter((one) => !found.some((statement) => isOf(one, statement)))).toEqual([]);
});

test.each([
  'alter table people drop column name',
  'drop view listed_students',
  'alter table people rename name to full_name',
  'alter table people alter name type varchar(10)',
  'alter table people alter column name set not null',
  'alter table people add column nick text not null',
  'alter table people add nick text not null, add age integer',
  'alter table people add nick text, add constraint people_named check (name <> nick)',
  'alter table people add unique (name)',
  'alter table only people add constraint people_of foreign key (of) references people (id)',
  'create unique index people_name on people (lower(name))',
  'create trigger people_stay before delete on people for each statement execute function refuse_change()',
])('%s is detected as removing or refusing something', (statement) => {
  expect(contractionsIn([statement], { raises: ['refuse_change'] })).toEqual([statement]);
});

test.each([
  'alter table people add column nick text',
  'alter table people add column nick text not null default 1',
  "alter table people add column nick text default '' not null",
  'alter table people add id bigint generated always as identity not null',
  'create table nicks (id bigint not null, name text not null)',
  'alter table people alter name drop not null',
  'drop index people_name',
  'alter table nicks add constraint nicks_once unique (name)',
  'create unique index nicks_name on nicks (name)',
  'create trigger people_kept after update on people for each row execute function keep_changes()',
  'create trigger nicks_stay before delete on nicks for each statement execute function refuse_change()',
])('%s removes and refuses nothing', (statement) => {
  expect(contractionsIn([statement], { own: ['nicks'], raises: ['refuse_change'] })).toEqual([]);
});
