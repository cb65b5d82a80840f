import {
  type Department,
  likeNames,
  type MergedKind,
  type Named,
  type Programme,
  programmes,
  type ReplyOf,
} from '@campus/contract';
import { IconGitMerge, IconPlus } from '@tabler/icons-react';
import { call } from '../../lib/call.ts';
import { pluralize, formatCount } from '../../lib/count.ts';
import { May } from '../../lib/may-call.tsx';
import { useReply } from '../../lib/query.ts';
import {
  ConfirmDialog,
  DialogButton,
  IconButton,
  useConfirm,
  useDialogOf,
} from '../../ui/actions.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ButtonRow, Card, CardStack, Page } from '../../ui/page.tsx';
import { type Column, RecordTable } from '../../ui/record-table.tsx';
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx';
import { MergeForm, type Merging } from './merge-form.tsx';
import { DepartmentForm, ProgrammeForm } from './programme-forms.tsx';
import { namingPaths } from './programmes.api.ts';
import classes from './programmes.module.css';

type Listed =
  | { readonly what: 'programme'; readonly one: Programme }
  | { readonly what: 'department'; readonly one: Department };

type OpenDialog = Listed | { readonly what: 'merge'; readonly merging: Merging };

const titleOf = (opened: OpenDialog): string =>
  opened.what === 'merge' ? 'Merge spellings' : `Edit ${opened.one.name}`;

/** One as others have changed it since it was opened. */
const latest = <T extends Named>(all: readonly T[], one: T): T =>
  all.find(({ id }) => id === one.id) ?? one;

/** The dialog for what was opened last. */
const useEditDialog = ({
  programmes: all,
  departments,
}: ReplyOf<typeof programmes.listProgrammes>) =>
  useDialogOf(titleOf, (shown) => {
    if (shown.what === 'merge') return <MergeForm {...shown.merging} />;
    return shown.what === 'programme' ? (
      <ProgrammeForm one={latest(all, shown.one)} departments={departments} />
    ) : (
      <DepartmentForm one={latest(departments, shown.one)} />
    );
  });

/** The question before a programme or department is deleted. */
const useDeleteDialog = () => {
  const { about, ask, dialog } = useConfirm({
    run: ({ what, one: { id } }: Listed) =>
      what === 'programme'
        ? call(programmes.deleteProgramme, { params: { programmeId: id } })
        : call(programmes.deleteDepartment, { params: { departmentId: id } }),
    done: (_, { one }) => `${one.name} is deleted.`,
    failed: 'This could not be deleted. Please try again.',
    refreshes: namingPaths,
  });
  const deleteDialog = (
    <ConfirmDialog
      {...dialog}
      title={`Delete ${about?.one.name ?? ''}?`}
      confirmLabel="Delete"
      destructive
    >
      Nobody is in it. Its former spellings become unknown names again.
    </ConfirmDialog>
  );
  return { askToDelete: ask, deleteDialog };
};

interface Dialogs {
  readonly open: (next: OpenDialog) => void;
  readonly askToDelete: (listed: Listed) => void;
}

/** What can be done with one of `all`; `more` precedes Delete. */
const rowActions = (
  listed: Listed,
  all: readonly Named[],
  { open, askToDelete }: Dialogs,
  more: readonly RowAction[] = [],
): readonly RowAction[] => [
  {
    label: listed.one.confirmed ? 'Edit' : 'Edit and confirm',
    needs: programmes.changeProgramme,
    onClick: () => open(listed),
  },
  {
    label: 'Merge into another…',
    needs: programmes.merge,
    disabled: all.length < 2,
    onClick: () =>
      open({
        what: 'merge',
        merging: {
          kind: listed.what,
          names: all.filter(({ id }) => id !== listed.one.id),
          ended: listed.one,
          ticked: [],
        },
      }),
  },
  ...more,
  {
    label: 'Delete',
    needs: programmes.deleteProgramme,
    destructive: true,
    disabled: listed.one.people > 0,
    onClick: () => askToDelete(listed),
  },
];

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

interface ListedProps extends Dialogs {
  readonly all: ReplyOf<typeof programmes.listProgrammes>;
}

const ProgrammesCard = ({ all, ...dialogs }: ListedProps) => {
  const departmentName = new Map(all.departments.map(({ id, name }) => [id, name]));
  const mergeBranches = ({ branches }: Programme): RowAction => ({
    label: 'Merge its branches…',
    needs: programmes.merge,
    disabled: branches.length < 2,
    onClick: () =>
      dialogs.open({
        what: 'merge',
        merging: { kind: 'branch', names: byConfirmedThenPeople(branches), ticked: [] },
      }),
  });
  return (
    <Card
      title="Programmes"
      flush
      actions={<DownloadMenu endpoint={programmes.exportProgrammes} />}
    >
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
          { head: 'Semesters', render: ({ semesters }) => semesters, alignRight: true },
          {
            head: 'Branches',
            render: ({ branches }) => branches.map(({ name }) => name).join(', ') || null,
          },
          { head: 'Students', render: ({ people }) => formatCount(people), alignRight: true },
        ]}
        actionsOf={(one) =>
          rowActions({ what: 'programme', one }, all.programmes, dialogs, [mergeBranches(one)])
        }
      />
    </Card>
  );
};

const DepartmentsCard = ({ all, ...dialogs }: ListedProps) => (
  <Card
    title="Departments"
    flush
    actions={
      <ButtonRow>
        <DownloadMenu endpoint={programmes.exportDepartments} />
        <DialogButton
          needs={programmes.createDepartment}
          icon={IconPlus}
          variant="default"
          label="Add Department"
        >
          <DepartmentForm one={null} />
        </DialogButton>
      </ButtonRow>
    }
  >
    <NamedList
      label="Departments"
      lineOf={({ code, people }) => [pluralize(people, 'teacher'), code]}
      rows={all.departments}
      columns={[
        { head: 'Code', render: ({ code }) => code },
        { head: 'Teachers', render: ({ people }) => formatCount(people), alignRight: true },
      ]}
      actionsOf={(one) => rowActions({ what: 'department', one }, all.departments, dialogs)}
    />
  </Card>
);

const ProgrammesPage = () => {
  const query = useReply(programmes.listProgrammes);
  const listed = query.data ?? { programmes: [], departments: [] };
  const { open, dialog: editDialog } = useEditDialog(listed);
  const { askToDelete, deleteDialog } = useDeleteDialog();
  return (
    <Page
      title="Programmes"
      line="What students study and teachers belong to. Unknown names in records and files are listed here as not confirmed."
      actions={
        <DialogButton needs={programmes.createProgramme} icon={IconPlus} label="Add Programme">
          <ProgrammeForm one={null} departments={listed.departments} />
        </DialogButton>
      }
    >
      <Loaded query={query} what="programmes" rows={6} columns={5} card>
        {(all) => {
          const alike = similarGroups(all);
          return (
            <CardStack>
              <ProgrammesCard all={all} open={open} askToDelete={askToDelete} />
              {alike.length > 0 && (
                <May call={programmes.merge}>
                  <SimilarNames
                    groups={alike}
                    onMerge={(merging) => open({ what: 'merge', merging })}
                  />
                </May>
              )}
              <DepartmentsCard all={all} open={open} askToDelete={askToDelete} />
            </CardStack>
          );
        }}
      </Loaded>
      {editDialog}
      {deleteDialog}
    </Page>
  );
};

export default ProgrammesPage;
