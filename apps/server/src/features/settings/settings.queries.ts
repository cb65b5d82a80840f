import type { SettingChange } from '@campus/contract';
import type { CampusSettings } from '../../campus.ts';
import type { FieldChange } from '../../db/history.ts';
import type { Transaction, Db } from '../../db/db.ts';
import type { EncodedImage } from '../../pictures/encode-image.ts';

type Row = Omit<CampusSettings, 'institution'> & CampusSettings['institution'];

const columns = `version, institution_name as name, address, logo_digest as logo, timezone,
  expected_percentage as "expectedPercentage", passwords,
  json_build_object('administratorHours', administrator_session_hours,
    'otherDays', other_session_days) as sessions,
  json_build_object('person', person_quota, 'assignment', assignment_quota,
    'campus', campus_quota) as "fileQuotas",
  teachers_need_factor as "teachersNeedFactor"`;

const read = async (db: Db, hold: string): Promise<CampusSettings> => {
  const { rows } = await db.query<Row>(`select ${columns} from campus_settings ${hold}`);
  const [row] = rows;
  if (!row) throw new Error('The campus has one row of settings, and there is none.');
  const { name, address, logo, ...settings } = row;
  return { ...settings, institution: { name, address, logo } };
};

export const storedSettings = (db: Db): Promise<CampusSettings> => read(db, '');

/** Nobody else changes them until this transaction ends. */
export const holdSettings = (tx: Transaction): Promise<CampusSettings> => read(tx, 'for update');

/** All but the logo; the version goes up. */
export const storeSettings = async (tx: Transaction, settings: CampusSettings): Promise<void> => {
  const { institution, timezone, expectedPercentage, passwords, sessions, fileQuotas } = settings;
  const { name, address } = institution;
  await tx.query(
    `update campus_settings set version = version + 1, institution_name = $1, address = $2,
       timezone = $3, expected_percentage = $4, passwords = $5,
       administrator_session_hours = $6, other_session_days = $7, teachers_need_factor = $8,
       person_quota = $9, assignment_quota = $10, campus_quota = $11`,
    [
      name,
      address,
      timezone,
      expectedPercentage,
      passwords && JSON.stringify(passwords),
      sessions.administratorHours,
      sessions.otherDays,
      settings.teachersNeedFactor,
      fileQuotas.person,
      fileQuotas.assignment,
      fileQuotas.campus,
    ],
  );
};

/** Null for none; the version goes up. */
export const storeLogo = async (tx: Transaction, logo: EncodedImage | null): Promise<void> => {
  await tx.query(
    `update campus_settings set version = version + 1, logo_type = $1, logo_content = $2,
       logo_digest = $3`,
    logo ? [logo.type, logo.content, logo.digest] : [null, null, null],
  );
};

export const storedLogo = async (db: Db): Promise<EncodedImage | undefined> => {
  const { rows } = await db.query<EncodedImage>(
    `select logo_type as type, logo_content as content, logo_digest as digest
     from campus_settings where logo_digest is not null`,
  );
  return rows[0];
};

/** Whether the database knows the time zone too. */
export const databaseKnowsTimezone = async (db: Db, timezone: string): Promise<boolean> => {
  const { rows } = await db.query<{ known: boolean }>(
    'select exists (select from pg_timezone_names where lower(name) = lower($1)) as known',
    [timezone],
  );
  return rows[0]?.known ?? false;
};

export const recordChanges = async (
  tx: Transaction,
  { by, at, changes }: { by: string; at: Date; changes: readonly FieldChange[] },
): Promise<void> => {
  await tx.query(
    `insert into campus_settings_changes (changed_by, changed_at, field, before, after)
     select $1, $2, field, before, after
     from jsonb_to_recordset($3) as change (field text, before text, after text)`,
    [by, at, JSON.stringify(changes)],
  );
};

/** The newest first. */
export const latestChanges = async (db: Db, limit: number): Promise<SettingChange[]> => {
  const { rows } = await db.query<Omit<SettingChange, 'changedAt'> & { changedAt: Date }>(
    `select change.id::text, people.name as "changedBy", changed_at as "changedAt", field,
       before, after
     from campus_settings_changes change join people on people.id = changed_by
     order by change.id desc limit $1`,
    [limit],
  );
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }));
};

/** Who changed settings last. */
export const lastChangedBy = async (db: Db): Promise<string | undefined> =>
  (await latestChanges(db, 1))[0]?.changedBy;
