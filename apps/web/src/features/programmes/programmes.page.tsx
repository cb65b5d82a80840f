import {
  type Department,
  likeNames,
  type MergedKind,
  type Named,
  type Programme,
  programmes,
} from '@campus/contract';
import { IconGitMerge, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { pluralize, formatCount } from '../../lib/count.ts';
import { May } from '../../lib/may-call.tsx';
import { useReply } from '../../lib/query.ts';
import { ConfirmDialog, Dialog, DialogButton, IconButton, useConfirm } from '../../ui/actions.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, CardStack, Page } from '../../ui/page.tsx';
import { type Column, RecordTable } from '../../ui/record-table.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { MergeForm, type Merging } from './merge-form.tsx';
import { DepartmentForm, ProgrammeForm } from './programme-forms.tsx';
import { namingPaths } from './programmes.api.ts';
import classes from './programmes.module.css';

/** The content of the open dialog. */
type OpenDialog =
  | { readonly what: 'programme'; readonly one: Programme }
  | { readonly what: 'department'; readonly one: Department }
  | { readonly what: 'merge'; readonly merging: Merging };

const titleOf = (opened: OpenDialog): string =>
  opened.what === 'merge' ? 'Merge spellings' : `Edit ${opened.one.name}`;

const Name = ({ one: { name, confirmed, formerly } }: { readonly one: Named }) => (
  <span className={classes['name']}>
    <span>
      {name}
      {formerly.length > 0 && <small>Also written {formerly.join(', ')}</small>}
    </span>
    {!confirmed && <Badge tone="pending">Not confirmed</Badge>}
  </span>
);

interface ListProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row, never>[];
  readonly label: string;
  /** The parts of the line below the name. */
  readonly lineOf: (row: Row) => readonly (string | null | undefined | false)[];
  readonly actionsOf: (row: Row) => readonly RowAction[];
}

/** Programmes or departments: a table, or lines when narrow. */
const NamedList = <Row extends Named>({
  rows,
  columns,
  label,
  lineOf,
  actionsOf,
}: ListProps<Row>) => (
  <RecordTable
    label={label}
    rows={rows}
    keyOf={({ id }) => id}
    linesBelow={620}
    renderLine={(one) => (
      <>
        <Name one={one} />
        <span className={classes['facts']}>
          {lineOf(one).filter(Boolean).join(' · ')}
          <RowMenu label={`Actions for ${one.name}`} actions={actionsOf(one)} />
        </span>
      </>
    )}
    columns={[
      { head: 'Name', render: (one) => <Name one={one} /> },
      ...columns,
      {
        head: 'Action',
        hiddenHead: true,
        alignRight: true,
        render: (one) => <RowMenu label={`Actions for ${one.name}`} actions={actionsOf(one)} />,
      },
    ]}
  />
);

interface SimilarGroup {
  readonly kind: MergedKind;
  /** The heading; for branches it names their programme. */
  readonly of: string;
  readonly names: readonly Named[];
}

/** Spellings that may mean the same, those that concern most people first. */
const similarGroups = (all: {
  programmes: readonly Programme[];
  departments: readonly Department[];
}): readonly SimilarGroup[] => {
  const groups = (kind: MergedKind, of: string, names: readonly Named[]): SimilarGroup[] =>
    likeNames(names).map((group) => ({ kind, of, names: group }));
  return [
    ...groups('programme', 'Programmes', all.programmes),
    ...all.programmes.flatMap(({ name, branches }) =>
      groups('branch', `Branches of ${name}`, branches),
    ),
    ...groups('department', 'Departments', all.departments),
  ];
};

/** Confirmed names first, then those with most people: the first one stays. */
const byConfirmedThenPeople = (names: readonly Named[]): readonly Named[] =>
  names.toSorted((a, b) => Number(b.confirmed) - Number(a.confirmed) || b.people - a.people);

interface SimilarNamesProps {
  readonly groups: readonly SimilarGroup[];
  readonly onMerge: (merging: Merging) => void;
}

const SimilarNames = ({ groups, onMerge }: SimilarNamesProps) => (
  <Card title="Spelled alike">
    <ul className={classes['similarNames']}>
      {groups.map(({ kind, of, names }) => (
        <li key={`${of} ${names[0]?.id}`}>
          <span>
            <small>{of}</small>
            {names.map(({ name, people }) => `${name} (${formatCount(people)})`).join(' · ')}
          </span>
          <IconButton
            icon={IconGitMerge}
            variant="default"
            aria-label={`Merge ${names.map(({ name }) => name).join(', ')}`}
            onClick={() =>
              onMerge({
                kind,
                names: byConfirmedThenPeople(names),
                ticked: names.map(({ id }) => id),
              })
            }
          >
            Merge…
          </IconButton>
        </li>
      ))}
    </ul>
  </Card>
);

const ProgrammesPage = () => {
  const query = useReply(programmes.listProgrammes);
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  /** What the dialog shows, kept while it fades out. */
  const [shown, setShown] = useState<OpenDialog | null>(null);
  const open = (next: OpenDialog): void => {
    setOpened(next);
    setShown(next);
  };
  const onClose = (): void => setOpened(null);
  const { about, ask, dialog } = useConfirm({
    run: ({ what, id }: { what: 'programme' | 'department'; id: string; name: string }) =>
      what === 'programme'
        ? call(programmes.deleteProgramme, { params: { programmeId: id } })
        : call(programmes.deleteDepartment, { params: { departmentId: id } }),
    done: (_, { name }) => `${name} is deleted.`,
    failed: 'This could not be deleted. Please try again.',
    refreshes: namingPaths,
  });
  const actions = (
    kind: 'programme' | 'department',
    one: Named,
    all: readonly Named[],
    more: readonly RowAction[],
  ): readonly RowAction[] => [
    {
      label: one.confirmed ? 'Edit' : 'Edit and confirm',
      needs: programmes.changeProgramme,
      onClick: () => open({ what: kind, one } as OpenDialog),
    },
    {
      label: 'Merge into another…',
      needs: programmes.merge,
      disabled: all.length < 2,
      onClick: () =>
        open({
          what: 'merge',
          merging: { kind, names: all.filter(({ id }) => id !== one.id), ended: one, ticked: [] },
        }),
    },
    ...more,
    {
      label: 'Delete',
      needs: programmes.deleteProgramme,
      destructive: true,
      disabled: one.people > 0,
      onClick: () => ask({ what: kind, id: one.id, name: one.name }),
    },
  ];
  return (
    <Page
      title="Programmes"
      line="What students study and teachers belong to. Unknown names in records and files are listed here as not confirmed."
      actions={
        <DialogButton needs={programmes.createProgramme} icon={IconPlus} label="Add Programme">
          <ProgrammeForm one={null} departments={query.data?.departments ?? []} />
        </DialogButton>
      }
    >
      <Loaded query={query} what="programmes" rows={6} columns={5} card>
        {(all) => {
          const departmentName = new Map(all.departments.map(({ id, name }) => [id, name]));
          const alike = similarGroups(all);
          return (
            <CardStack>
              <Card title="Programmes" flush>
                <NamedList
                  label="Programmes"
                  lineOf={({ code, departmentId, semesters, branches, people }) => [
                    pluralize(people, 'student'),
                    code,
                    departmentName.get(departmentId ?? ''),
                    semesters !== null && pluralize(semesters, 'semester'),
                    branches.map(({ name }) => name).join(', '),
                  ]}
                  rows={all.programmes}
                  columns={[
                    { head: 'Code', render: ({ code }) => code },
                    {
                      head: 'Department',
                      render: ({ departmentId }) => departmentName.get(departmentId ?? ''),
                    },
                    {
                      head: 'Semesters',
                      render: ({ semesters }) => semesters,
                      alignRight: true,
                    },
                    {
                      head: 'Branches',
                      render: ({ branches }) => branches.map(({ name }) => name).join(', ') || null,
                    },
                    {
                      head: 'Students',
                      render: ({ people }) => formatCount(people),
                      alignRight: true,
                    },
                  ]}
                  actionsOf={(one) =>
                    actions('programme', one, all.programmes, [
                      {
                        label: 'Merge its branches…',
                        needs: programmes.merge,
                        disabled: one.branches.length < 2,
                        onClick: () =>
                          open({
                            what: 'merge',
                            merging: {
                              kind: 'branch',
                              names: byConfirmedThenPeople(one.branches),
                              ticked: [],
                            },
                          }),
                      },
                    ])
                  }
                />
              </Card>
              {alike.length > 0 && (
                <May call={programmes.merge}>
                  <SimilarNames
                    groups={alike}
                    onMerge={(merging) => open({ what: 'merge', merging })}
                  />
                </May>
              )}
              <Card
                title="Departments"
                flush
                actions={
                  <DialogButton
                    needs={programmes.createDepartment}
                    icon={IconPlus}
                    variant="default"
                    label="Add Department"
                  >
                    <DepartmentForm one={null} />
                  </DialogButton>
                }
              >
                <NamedList
                  label="Departments"
                  lineOf={({ code, people }) => [pluralize(people, 'teacher'), code]}
                  rows={all.departments}
                  columns={[
                    { head: 'Code', render: ({ code }) => code },
                    {
                      head: 'Teachers',
                      render: ({ people }) => formatCount(people),
                      alignRight: true,
                    },
                  ]}
                  actionsOf={(one) => actions('department', one, all.departments, [])}
                />
              </Card>
            </CardStack>
          );
        }}
      </Loaded>
      <Dialog opened={opened !== null} onClose={onClose} title={shown ? titleOf(shown) : ''}>
        {shown?.what === 'merge' && <MergeForm {...shown.merging} />}
        {shown?.what === 'programme' && (
          <ProgrammeForm one={shown.one} departments={query.data?.departments ?? []} />
        )}
        {shown?.what === 'department' && <DepartmentForm one={shown.one} />}
      </Dialog>
      <ConfirmDialog
        {...dialog}
        title={`Delete ${about?.name ?? ''}?`}
        confirmLabel="Delete"
        destructive
      >
        Nobody is in it. Its former spellings become unknown names again.
      </ConfirmDialog>
    </Page>
  );
};

export default ProgrammesPage;
