// `npm run tables`: regenerates the table types and `schema.sql` from the migrations.
import { handOver } from './hand-over.js';
import { install } from './install.js';

install();
handOver('tools/schema/generate.ts');
