import { overview } from '@campus/contract';
import { queryOf } from './query.ts';

/** Today, the time zone and the open term, by the campus's clock. */
export const campusQuery = queryOf(overview.campus);
