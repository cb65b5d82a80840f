import {
  capitalise,
  type System,
  type system as contract,
  type UntrustedProxy,
} from '@campus/contract';
import { newestBackup } from '../../backup/index.ts';
import type { Campus } from '../../campus.ts';
import type { Config } from '../../config.ts';
import { connectionsOf } from '../../db/database.ts';
import type { Roles } from '../../db/roles.ts';
import { version } from '../../http/health.ts';
import type { HandlersOf } from '../../http/mount.ts';
import type { IdentityClient } from '../../identity-client.ts';
import type { JobState } from '../../jobs.ts';
import { errorMessage } from '../../error-message.ts';
import { outboxState } from '../accounts/index.ts';
import { databaseChecks, machineChecks, externalChecks, problemSoon } from './checks.ts';

/** What the process knows about itself. */
export interface SystemParts {
  readonly config: Config;
  readonly roles: Roles;
  readonly jobs: () => readonly JobState[];
}

/** How long findings are reused: some checks ask other machines. */
const holdsMs = 30_000;

const timeOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

export const createSystem = (
  campus: Campus,
  identity: IdentityClient,
  { config, roles, jobs }: SystemParts,
  seen: { readonly untrustedProxy: () => UntrustedProxy | null; readonly errors: () => number },
): HandlersOf<typeof contract> => {
  const { db, clock } = campus;
  const startedAt = timeOf(clock.now()) ?? '';

  const failingJobs = () =>
    jobs().flatMap(({ name, does, failed, failingSince, error }) =>
      failingSince === undefined
        ? []
        : {
            topic: 'Jobs',
            ...problemSoon(
              `The job “${name}” fails`,
              `${does}: ${failed} The reason: ${errorMessage(error)}.`,
              'Fix the cause; the job is retried automatically.',
              new Date(failingSince),
            ),
          },
    );

  const lookAround = async () => {
    const checks = [
      ...machineChecks(config),
      ...databaseChecks(config, db, roles),
      ...externalChecks(config, db, seen.untrustedProxy),
    ];
    return (await Promise.all(checks.map((look) => look()))).flat();
  };
  let last: { readonly at: number; readonly found: ReturnType<typeof lookAround> } | undefined;
  const look = () => {
    if (!last || clock.now() - last.at > holdsMs) {
      const looking = { at: clock.now(), found: lookAround() };
      looking.found.catch(() => (last = undefined));
      last = looking;
    }
    return last;
  };

  const backupState = (): System['backup'] => {
    if (!config.backup) return null;
    const { folder, everyMs, keep } = config.backup;
    const newest = newestBackup(folder, clock.now());
    return {
      takenAt: timeOf(newest?.takenAt),
      bytes: newest?.bytes ?? null,
      kept: keep,
      everyHours: everyMs / 3_600_000,
      nextAt: timeOf(newest && newest.takenAt + everyMs),
    };
  };

  return {
    readSystem: async () => {
      const { at, found } = look();
      const [findings, mails, people] = await Promise.all([
        found,
        outboxState(db),
        identity.peopleWithin?.(15) ?? null,
      ]);
      const problems = [...findings, ...failingJobs()].flatMap((one) => {
        if ('fine' in one) return [];
        return { ...one, text: capitalise(one.text), since: one.since?.toISOString() ?? null };
      });
      const { used, most } = connectionsOf(db.pool, identity.pool);
      return {
        version,
        startedAt,
        lookedAt: timeOf(at) ?? '',
        // Sorts `now` before `soon`.
        problems: problems.toSorted((a, b) => a.urgency.localeCompare(b.urgency)),
        backup: backupState(),
        mails: {
          waiting: mails.waiting,
          waitingSince: mails.since?.toISOString() ?? null,
          sent: mails.sent,
          refused: mails.refused,
        },
        peopleWithin15Minutes: people,
        connections: { used, most },
        errors: seen.errors(),
        jobs: jobs().map(({ name, does, lastRun, tookMs, nextRun, failingSince }) => ({
          name,
          does,
          lastRun: timeOf(lastRun),
          tookMs: tookMs === undefined ? null : Math.max(0, Math.round(tookMs)),
          nextRun: timeOf(nextRun),
          failingSince: timeOf(failingSince),
        })),
      };
    },
  };
};
