import type { System, SystemProblem, system as contract, UntrustedProxy } from '@campus/contract';
import { newestBackup } from '../../backup/index.ts';
import type { Campus } from '../../campus.ts';
import type { Config } from '../../config.ts';
import type { Roles } from '../../db/roles.ts';
import { version } from '../../http/health.ts';
import type { HandlersOf } from '../../http/mount.ts';
import type { IdentityClient } from '../../identity-client.ts';
import type { JobState } from '../../jobs.ts';
import { sentenceOf } from '../../sentence-of.ts';
import { outboxState } from '../accounts/index.ts';
import { databaseChecks, machineChecks, outsideChecks } from './checks.ts';

/** What is known of the process itself. */
export interface SystemParts {
  readonly config: Config;
  readonly roles: Roles;
  readonly jobs: () => readonly JobState[];
}

/** Some checks ask other machines: what they found is told again for as long. */
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

  const ownProblems = (): SystemProblem[] => {
    const proxy = seen.untrustedProxy();
    const failing = jobs().filter(({ failingSince }) => failingSince !== undefined);
    return [
      ...failing.map(({ name, does, failed, failingSince, error }) => ({
        topic: 'Jobs',
        urgency: 'soon' as const,
        title: `The job “${name}” fails`,
        since: timeOf(failingSince),
        text: `${does}: ${failed} The reason: ${sentenceOf(error)}.`,
        toDo: 'Mend the reason; it is tried again by itself.',
      })),
      ...(proxy
        ? [
            {
              topic: 'Proxy',
              urgency: 'soon' as const,
              title: 'A proxy is not trusted',
              since: null,
              text: `Requests come from ${proxy.address} with ${proxy.header}, which is not believed: all people behind it count as one address.`,
              toDo: `If it is your proxy, set TRUST_PROXY to ${proxy.address}.`,
            },
          ]
        : []),
    ];
  };

  const lookAround = async (): Promise<SystemProblem[]> => {
    const checks = [
      ...machineChecks(config),
      ...databaseChecks(config, db, roles),
      ...outsideChecks(config, db),
    ];
    const findings = (await Promise.all(checks.map((look) => look()))).flat();
    return findings.flatMap((found) => {
      if ('fine' in found) return [];
      const text = `${found.text[0]?.toUpperCase()}${found.text.slice(1)}`;
      return { ...found, text, since: found.since?.toISOString() ?? null };
    });
  };
  let last: { readonly at: number; readonly found: Promise<SystemProblem[]> } | undefined;
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
    const newest = newestBackup(folder);
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
      const [problems, mails, people] = await Promise.all([
        found,
        outboxState(db),
        identity.peopleWithin?.(15) ?? null,
      ]);
      const urgent = (problem: SystemProblem): number => (problem.urgency === 'now' ? 0 : 1);
      const { totalCount, idleCount, options } = db.pool;
      return {
        version,
        startedAt,
        lookedAt: timeOf(at) ?? '',
        problems: [...problems, ...ownProblems()].toSorted((a, b) => urgent(a) - urgent(b)),
        backup: backupState(),
        mails: {
          waiting: mails.waiting,
          waitingSince: mails.since?.toISOString() ?? null,
          sent: mails.sent,
          refused: mails.refused,
        },
        peopleWithin15Minutes: people,
        connections: { used: totalCount - idleCount, most: options.max },
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
