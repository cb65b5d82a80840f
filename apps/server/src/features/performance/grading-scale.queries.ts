import { type Grade, type GradingScale, gradingScales } from '@campus/contract';
import type { Db, Transaction } from '../../db/db.ts';
import { instant } from '../../db/sql.ts';

const scales = `
  select scale.id::int as version, setter.name as "setBy", ${instant('scale.set_at')} as "setAt",
    (select json_agg(json_build_object('letter', letter, 'fromPercent', from_percent,
       'points', points) order by from_percent desc)
     from grading_scale_grades where scale_id = scale.id) as grades
  from grading_scales scale
  left join people setter on setter.id = scale.set_by`;

export const latestScales = (db: Db, limit: number | null) =>
  db.rows(gradingScales.gradingScale, `${scales} order by scale.id desc limit $1`, [limit]);

export const currentScale = async (db: Db): Promise<GradingScale> => {
  const [scale] = await latestScales(db, 1);
  if (!scale) throw new Error('Campus comes with a grading scale, and there is none.');
  return scale;
};

/** The grades of a term, or of the current scale, highest first. */
export const gradesOfTerm = (db: Db, termId: string | null) =>
  db.rows(
    gradingScales.gradingScale.shape.grades.element,
    `select letter, from_percent::float8 as "fromPercent", points::float8 as points
     from grading_scale_grades
     where scale_id = coalesce((select scale_id from term_grading_scales where term_id = $1),
       (select max(id) from grading_scales))
     order by from_percent desc`,
    [termId],
  );

/** Keeps others from setting a scale until the transaction ends; they can still read. */
export const lockScales = (tx: Transaction) =>
  tx.query('lock table grading_scales in share row exclusive mode');

export const addScale = (
  tx: Transaction,
  { setBy, at, grades }: { setBy: string; at: Date; grades: readonly Grade[] },
) =>
  tx.query(
    `with scale as (insert into grading_scales (set_by, set_at) values ($1, $2) returning id)
     insert into grading_scale_grades (scale_id, letter, from_percent, points)
     select scale.id, letter, "fromPercent", points
     from scale, jsonb_to_recordset($3)
       as grade (letter text, "fromPercent" numeric, points numeric)`,
    [setBy, at, JSON.stringify(grades)],
  );
