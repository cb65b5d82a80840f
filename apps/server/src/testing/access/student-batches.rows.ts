import { closed, type FeatureRows } from './row.ts';

/** Previews, and a batch that was applied. */
interface BatchRecords {
  readonly preview: string;
  readonly batch: string;
}

const path = '/api/people/students/batches';

export const studentBatchesRows: FeatureRows<BatchRecords> = {
  prepare: async (campus) => {
    const asAdmin = campus.as(await campus.make.admin());
    const previewed = async (course: string): Promise<string> => {
      const students = [(await campus.make.student()).id];
      const action = { kind: 'change', values: { course } };
      return (await asAdmin.post(path, { students, action })).body.id;
    };
    const batch = await previewed('Law');
    await asAdmin.post(`${path}/${batch}/apply`);
    return { preview: await previewed('Art'), batch };
  },
  rows: [
    {
      id: 'studentBatches.previewBatch',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ student }) => ({
        path,
        body: { students: [student.id], action: { kind: 'invite' } },
      }),
    },
    {
      id: 'studentBatches.applyBatch',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ preview }) => ({ path: `${path}/${preview}/apply`, body: {} }),
    },
    {
      id: 'studentBatches.undoBatch',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ batch }) => ({ path: `${path}/${batch}/undo`, body: {} }),
    },
    {
      id: 'studentBatches.listBatches',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path }),
    },
    {
      id: 'studentBatches.exportBatch',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ preview }) => ({ path: `${path}/${preview}/export` }),
    },
  ],
};
