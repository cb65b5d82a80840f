// `npm run tables`: regenerates the table types and `schema.sql` from the migrations.
import { runProgram } from './run-program.js';
import { install } from './install.js';

install();
runProgram('tools/schema/generate.ts');
