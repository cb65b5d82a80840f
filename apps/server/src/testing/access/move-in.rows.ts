import { moveIn, moveInKinds } from '@campus/contract';
import { sendForm } from '../upload.ts';
import { closed, counter, type FeatureRows } from './row.ts';

/** A batch that was imported. */
interface MovedIn {
  readonly movedIn: string;
}

const path = '/api/move-in';
const ofOffice = { admin: 200, teacher: closed, student: closed } as const;

export const moveInRows: FeatureRows<MovedIn> = {
  prepare: async (campus, { teacher }) => {
    const office = campus.as(await campus.make.admin());
    const content = `Code,Name,Teacher\nMOVED${counter()},Moved in,${teacher.email}\n`;
    await sendForm(office, `${path}/subjects`, [{ name: 'subjects.csv', content }]);
    return { movedIn: (await office.get(`${path}/batches`)).body[0].id };
  },
  rows: [
    { id: 'moveIn.readMoveIn', ...ofOffice, request: () => ({ path }) },
    {
      id: 'moveIn.moveOutAsOneRoster',
      ...ofOffice,
      request: () => ({ path: `${path}/oneroster` }),
    },
    { id: 'moveIn.listMoveIns', ...ofOffice, request: () => ({ path: `${path}/batches` }) },
    ...moveInKinds.flatMap((kind) =>
      (['moveOut', 'moveOutInParts'] as const).map((name) => ({
        id: `moveIn.${name}` as const,
        ...ofOffice,
        access: moveIn.kindAccess[kind],
        request: () => ({
          path: `${path}/export${name === 'moveOut' ? '' : '/parts'}?kind=${kind}`,
        }),
      })),
    ),
    {
      id: 'moveIn.undoMoveIn',
      ...ofOffice,
      access: moveIn.kindAccess.subjects,
      request: ({ movedIn }) => ({ path: `${path}/batches/${movedIn}/undo`, body: {} }),
    },
  ],
};
