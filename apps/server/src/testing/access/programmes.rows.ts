import { closed, counter, type FeatureRows, type Row } from './row.ts';

interface ProgrammeRecords {
  readonly programme: string;
  readonly emptyProgramme: string;
  readonly emptyDepartment: string;
  readonly department: string;
  readonly spelling: string;
}

const call = (
  id: string,
  admin: number,
  request: Row<ProgrammeRecords>['request'],
): Row<ProgrammeRecords> => ({
  id: `programmes.${id}`,
  admin,
  teacher: closed,
  student: closed,
  request,
});

const fresh = (): { name: string } => ({ name: `Programme ${counter()}` });

export const programmesRows: FeatureRows<ProgrammeRecords> = {
  prepare: async ({ database }) => {
    const insert = async (table: 'programmes' | 'departments'): Promise<string> =>
      (await database.insertInto(table).values(fresh()).returning('id').executeTakeFirstOrThrow())
        .id;
    return {
      programme: await insert('programmes'),
      spelling: await insert('programmes'),
      emptyProgramme: await insert('programmes'),
      department: await insert('departments'),
      emptyDepartment: await insert('departments'),
    };
  },
  rows: [
    call('listProgrammes', 200, () => ({ path: '/api/programmes' })),
    call('createProgramme', 201, () => ({ path: '/api/programmes', body: fresh() })),
    call('changeProgramme', 200, ({ programme }) => ({
      path: `/api/programmes/${programme}`,
      body: fresh(),
    })),
    call('deleteProgramme', 204, ({ emptyProgramme }) => ({
      path: `/api/programmes/${emptyProgramme}`,
    })),
    call('createDepartment', 201, () => ({ path: '/api/departments', body: fresh() })),
    call('changeDepartment', 200, ({ department }) => ({
      path: `/api/departments/${department}`,
      body: fresh(),
    })),
    call('deleteDepartment', 204, ({ emptyDepartment }) => ({
      path: `/api/departments/${emptyDepartment}`,
    })),
    call('countMerge', 200, ({ programme, spelling }) => ({
      path: '/api/programmes/merge/preview',
      body: { kind: 'programme', into: programme, others: [spelling] },
    })),
    call('merge', 200, ({ programme, spelling }) => ({
      path: '/api/programmes/merge',
      body: { kind: 'programme', into: programme, others: [spelling] },
    })),
  ],
};
