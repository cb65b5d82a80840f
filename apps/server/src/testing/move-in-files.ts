import type { MoveInBatch, MoveInKind, MoveInReport } from '@campus/contract';
import { expect } from 'vitest';
import type { Answer, Caller } from './test-campus.ts';
import { sendForm } from './upload.ts';

type Kind = MoveInKind | 'totals';

/** Uploads of the files with which a university moves its data in. */
export const moveInFiles = (office: () => Caller) => {
  const send = <T = number>(kind: Kind, content: string, query = ''): Promise<Answer<T>> =>
    sendForm<T>(office(), `/api/move-in/${kind}${query}`, [{ name: 'file.csv', content }]);
  const batches = async (): Promise<MoveInBatch[]> =>
    (await office().get('/api/move-in/batches')).body;
  return {
    send,
    batches,
    /** Undoes a batch, by default the last one not undone. */
    undo: async (id?: string) => {
      const batch = id ?? (await batches()).find(({ undoneBy }) => undoneBy === null)?.id;
      return office().post(`/api/move-in/batches/${batch}/undo`, {});
    },
    preview: async (kind: Kind, content: string, query = ''): Promise<MoveInReport> => {
      const { status, body } = await send<MoveInReport>(kind, content, `?dryRun=true${query}`);
      expect({ status, body }).toMatchObject({ status: 200 });
      return body;
    },
    stored: async (kind: Kind, content: string, query = ''): Promise<number> => {
      const { status, body } = await send(kind, content, query);
      expect({ status, body }).toMatchObject({ status: 200 });
      return body;
    },
    /** The problems with which a file is refused: row, column, value and reason. */
    refused: async (kind: Kind, content: string, query = '') => {
      const { status, body } = await send<any>(kind, content, query);
      expect({ status, body }).toMatchObject({ status: 422, body: { error: 'rows_invalid' } });
      const { details } = body;
      return details.map(({ row, column, value, reason }: any) => [row, column, value, reason]);
    },
  };
};
