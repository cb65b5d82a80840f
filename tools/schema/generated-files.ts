import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { generate, IdentifierNode, PostgresDialect as CodegenDialect } from 'kysely-codegen';
import { type Connection, withClient } from '../../apps/server/src/db/connection.ts';
import { createDb } from '../../apps/server/src/db/database.ts';
import { describeSchema } from './describe-schema.ts';

const server = join(import.meta.dirname, '../../apps/server');

/** The generated files that describe the schema: one for the compiler, one for people. */
export const generatedFiles = {
  tables: join(server, 'src/db/tables.generated.ts'),
  schema: join(server, 'schema.sql'),
} as const;

export type GeneratedFile = keyof typeof generatedFiles;

/** Generates both from a migrated database. */
export const generateFiles = async (
  connection: Connection,
): Promise<Record<GeneratedFile, string>> => {
  const database = createDb(connection);
  const dialect = new CodegenDialect();
  dialect.adapter.scalars['date'] = new IdentifierNode('IsoDate');
  try {
    return {
      schema: `${SCHEMA_TITLE}${await withClient(connection, describeSchema)}`,
      tables: await generate({
        db: new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) }),
        dialect,
        includePattern: 'public.*',
        // The migrations' own table.
        excludePattern: 'public.campus_migrations',
        customImports: { IsoDate: '@campus/contract' },
        outFile: null,
      }),
    };
  } finally {
    await database.close();
  }
};

const SCHEMA_TITLE =
  '-- Generated from the migrations by `npm run tables`: a picture, not a source.\n\n';
