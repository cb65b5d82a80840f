import type { Transaction } from '../db/db.ts';

const demoInstitution = {
  name: 'Northfield University',
  address: '12 College Road\nNorthfield 560001',
} as const;

/** Whose campus the demo is. */
export const nameInstitution = async (tx: Transaction): Promise<void> => {
  await tx.query('update campus_settings set institution_name = $1, address = $2', [
    demoInstitution.name,
    demoInstitution.address,
  ]);
};
