import { keepsAll, settings } from '@campus/contract';
import type { CampusSettings } from '../../campus.ts';
import { databaseTime } from '../../clock.ts';
import type { FieldChange } from '../../db/history.ts';
import { boolean, type Db, number, textOrNull, type Transaction } from '../../db/db.ts';
import { instant } from '../../db/sql.ts';
import { encodedImage, type EncodedImage } from '../../pictures/encode-image.ts';

const { passwords, ...others } = settings.settings.omit({
  ownTimezone: true,
  startTimezone: true,
  leastPasswords: true,
  untrustedProxy: true,
}).shape;
const settingsRow = { ...others, timezone: textOrNull, passwords: passwords.nullable() };

const columns = `version, timezone, expected_percentage as "expectedPercentage", passwords,
  json_build_object('name', institution_name, 'address', address, 'logo', logo_digest)
    as institution,
  json_build_object('administratorHours', administrator_session_hours,
    'otherDays', other_session_days) as sessions,
  json_build_object('person', person_quota, 'assignment', assignment_quota,
    'campus', campus_quota) as "fileQuotas",
  teachers_need_factor as "teachersNeedFactor", need_to_know as "needToKnow",
  absent_counts_zero as "absentCountsZero",
  '${JSON.stringify(keepsAll)}'::jsonb || retention as retention`;

export const storedSettings = (db: Db): Promise<CampusSettings> =>
  db.one(settingsRow, `select ${columns} from campus_settings`);

export const settingsAndTime = (db: Db) =>
  db.one(
    { ...settingsRow, databaseTime: number },
    `select ${columns}, ${databaseTime} as "databaseTime" from campus_settings`,
  );

export const lockSettings = (tx: Transaction): Promise<CampusSettings> =>
  tx.one(settingsRow, `select ${columns} from campus_settings for update`);

/** Stores everything but the logo, and raises the version. */
export const storeSettings = (tx: Transaction, changed: CampusSettings) =>
  tx.query(
    `update campus_settings set version = version + 1, institution_name = $1, address = $2,
       timezone = $3, expected_percentage = $4, passwords = $5,
       administrator_session_hours = $6, other_session_days = $7, teachers_need_factor = $8,
       person_quota = $9, assignment_quota = $10, campus_quota = $11,
       need_to_know = $12, retention = $13, absent_counts_zero = $14`,
    [
      changed.institution.name,
      changed.institution.address,
      changed.timezone,
      changed.expectedPercentage,
      changed.passwords && JSON.stringify(changed.passwords),
      changed.sessions.administratorHours,
      changed.sessions.otherDays,
      changed.teachersNeedFactor,
      changed.fileQuotas.person,
      changed.fileQuotas.assignment,
      changed.fileQuotas.campus,
      changed.needToKnow,
      changed.retention,
      changed.absentCountsZero,
    ],
  );

/** Stores or (null) removes the logo, and raises the version. */
export const storeLogo = (tx: Transaction, logo: EncodedImage | null) =>
  tx.query(
    `update campus_settings set version = version + 1, logo_type = $1, logo_content = $2,
       logo_digest = $3`,
    logo ? [logo.type, logo.content, logo.digest] : [null, null, null],
  );

export const storedLogo = (db: Db) =>
  db.row(
    encodedImage,
    `select logo_type as type, logo_content as content, logo_digest as digest
     from campus_settings where logo_digest is not null`,
  );

/** Whether the database knows the time zone. */
export const databaseKnowsTimezone = (db: Db, timezone: string) =>
  db.value(
    boolean,
    'select exists (select from pg_timezone_names where lower(name) = lower($1)) as known',
    [timezone],
  );

export const recordChanges = (
  tx: Transaction,
  { by, at, changes }: { by: string; at: Date; changes: readonly FieldChange[] },
) =>
  tx.query(
    `insert into campus_settings_changes (changed_by, changed_at, field, before, after)
     select $1, $2, field, before, after
     from jsonb_to_recordset($3) as change (field text, before text, after text)`,
    [by, at, JSON.stringify(changes)],
  );

/** The latest changes, newest first. */
export const latestChanges = (db: Db, limit: number) =>
  db.rows(
    settings.settingsHistory.reply.element,
    `select change.id::text, people.name as "changedBy", ${instant('changed_at')} as "changedAt", field,
       before, after
     from campus_settings_changes change join people on people.id = changed_by
     order by change.id desc limit $1`,
    [limit],
  );
