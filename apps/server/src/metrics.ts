import { hash, timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { ClientBase, Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { newestBackup } from './backup/index.ts';
import { CampusError } from './campus-error.ts';
import type { DatabaseClock } from './clock.ts';
import type { Config } from './config.ts';
import { connectionsOf } from './db/database.ts';
import { type Db, integer, number, text } from './db/db.ts';
import type { ConnectionLimiter } from './db/shares.ts';
import { version } from './http/health.ts';
import type { IdentityClient } from './identity-client.ts';
import type { JobState } from './jobs.ts';

/** Where the metrics are read from at each scrape. */
interface Observed {
  readonly db: Db & { readonly pool: Pool; readonly shares: ConnectionLimiter };
  readonly clock: DatabaseClock;
  readonly identity: Pick<IdentityClient, 'pool'>;
  readonly jobs: () => readonly JobState[];
}

export type Metrics = ReturnType<typeof createMetrics>;

const outbox = { kind: text, state: text, tasks: integer, oldest: number };

/** Open tasks, waiting or retrying, and those finished in the last 24 hours by outcome. */
const outboxByState = (db: Db) =>
  db.rows(
    outbox,
    `select kind, state, count(*)::int as tasks,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
     from (select kind, created_at,
         coalesce(outcome, case when attempts = 0 then 'waiting' else 'retrying' end) as state
       from account_outbox
       where finished_at is null or finished_at > now() - interval '1 day') as task
     group by kind, state`,
  );

/** In seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const inSeconds = (milliseconds: number): number => milliseconds / 1000;

const createGauges = (registry: Registry, { backup }: Config) => {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  return {
    databaseUp: gauge('campus_database_up', 'Whether the database answered this scrape'),
    connections: gauge('campus_connections', 'Connections to the database', 'state'),
    waiting: gauge('campus_connections_waited_for', 'Requests waiting for a connection'),
    behind: gauge(
      'campus_clock_behind_seconds',
      'How far the clock of this machine is behind that of the database',
    ),
    tasks: gauge('campus_outbox_tasks', 'Mails and account tasks', 'kind', 'state'),
    oldest: gauge(
      'campus_outbox_oldest_seconds',
      'Age of the oldest mail or account task',
      'kind',
      'state',
    ),
    jobs: gauge('campus_jobs', 'Jobs of this process by state', 'state'),
    jobAge: gauge('campus_job_success_age_seconds', 'Time since the last success of a job', 'job'),
    jobTook: gauge('campus_job_seconds', 'Duration of the last run of a job', 'job'),
    diskFree: gauge('campus_disk_free_bytes', 'Free space on the disk of the folder', 'folder'),
    diskSize: gauge('campus_disk_size_bytes', 'Size of the disk of the folder', 'folder'),
    backupAge: backup && gauge('campus_backup_age_seconds', 'Time since the last scheduled backup'),
    backupEvery:
      backup && gauge('campus_backup_interval_seconds', 'Time between scheduled backups'),
  };
};

type Gauges = ReturnType<typeof createGauges>;

const setConnections = ({ connections, waiting }: Gauges, { db, identity }: Observed) => {
  const now = connectionsOf(db.pool, identity.pool);
  connections.set({ state: 'used' }, now.used);
  connections.set({ state: 'idle' }, now.idle);
  waiting.set(now.waiting + db.shares.waiting);
};

const setOutbox = async ({ databaseUp, tasks, oldest }: Gauges, db: Db): Promise<void> => {
  // Without the database the other metrics still show what is wrong.
  const rows = await outboxByState(db).catch(() => undefined);
  databaseUp.set(rows ? 1 : 0);
  for (const one of rows ? [tasks, oldest] : []) one.reset();
  for (const { kind, state, ...row } of rows ?? []) {
    tasks.set({ kind, state }, row.tasks);
    oldest.set({ kind, state }, row.oldest);
  }
};

const setJobs = (
  { jobs, jobAge, jobTook }: Gauges,
  states: readonly JobState[],
  now: number,
): void => {
  const counts = { running: 0, waiting: 0, failing: 0 };
  for (const { name, nextRun, failingSince, lastSuccess, tookMs } of states) {
    const idle = nextRun === undefined ? 'running' : 'waiting';
    counts[failingSince === undefined ? idle : 'failing'] += 1;
    if (lastSuccess !== undefined) jobAge.set({ job: name }, inSeconds(now - lastSuccess));
    if (tookMs !== undefined) jobTook.set({ job: name }, inSeconds(tookMs));
  }
  for (const [state, count] of Object.entries(counts)) jobs.set({ state }, count);
};

const setDisks = async (
  { diskFree, diskSize }: Gauges,
  { dataDir, backup }: Config,
): Promise<void> => {
  const folders = { data: dataDir, uploads: tmpdir(), backups: backup?.folder };
  for (const [folder, path] of Object.entries(folders)) {
    const disk = path && (await statfs(path).catch(() => undefined));
    if (!disk) continue;
    diskFree.set({ folder }, disk.bavail * disk.bsize);
    diskSize.set({ folder }, disk.blocks * disk.bsize);
  }
};

const setGauges = async (gauges: Gauges, observed: Observed, config: Config): Promise<void> => {
  const { db, clock, jobs } = observed;
  const now = clock.now();
  setConnections(gauges, observed);
  gauges.behind.set(inSeconds(clock.behind));
  await setOutbox(gauges, db);
  setJobs(gauges, jobs(), now);
  await setDisks(gauges, config);
  if (!config.backup) return;
  const newest = newestBackup(config.backup.folder, now);
  gauges.backupAge?.set(newest ? inSeconds(now - newest.takenAt) : Infinity);
  gauges.backupEvery?.set(inSeconds(config.backup.everyMs));
};

/** Times the statements of this client from now on, except COPY. */
const timeStatements = (client: ClientBase, statements: Histogram): void => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]): unknown => {
    const timer = statements.startTimer();
    const callback = given.at(-1);
    if (typeof callback === 'function')
      return query(...given.slice(0, -1), (...result: unknown[]) => {
        timer();
        (callback as (...result: unknown[]) => void)(...result);
      });
    const result = query(...given);
    if (result instanceof Promise) void result.catch(() => undefined).finally(() => timer());
    return result;
  };
  client.query = watched as ClientBase['query'];
};

/**
 * Metrics for Prometheus at `/metrics`. Labels come from closed sets (route patterns, kinds, names of
 * jobs), so none reveals anything about a person. Imported only if a token is configured.
 */
export const createMetrics = (config: Config, token: string) => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'campus_info', help: 'Version', labelNames: ['version'], registers })
    .labels(version)
    .set(1);
  const requests = new Histogram({
    name: 'campus_request_seconds',
    help: 'Time until requests were answered, by route pattern and status class',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const statements = new Histogram({
    name: 'campus_statement_seconds',
    help: 'Time until database statements were answered',
    buckets,
    registers,
  });
  const gauges = createGauges(registry, config);

  const expected = hash('sha256', `Bearer ${token}`, 'buffer');
  let observed: Observed | undefined;
  return {
    watch: (client: ClientBase): void => timeStatements(client, statements),
    observe(from: Observed): void {
      observed = from;
    },
    /** Serves `GET /metrics` to clients with the token, and measures every reply. */
    register(app: FastifyInstance): void {
      app.addHook('onResponse', (request, reply, done) => {
        const { method, routeOptions } = request;
        const status = `${Math.floor(reply.statusCode / 100)}xx`;
        requests
          .labels(method, routeOptions.url ?? 'none', status)
          .observe(inSeconds(reply.elapsedTime));
        done();
      });
      app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
        const given = hash('sha256', request.headers.authorization ?? '', 'buffer');
        if (!timingSafeEqual(given, expected)) throw new CampusError('unauthenticated');
        if (observed) await setGauges(gauges, observed, config);
        return reply.type(registry.contentType).send(await registry.metrics());
      });
    },
  };
};
