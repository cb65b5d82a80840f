// `npm run tables`: redraws the generated pictures of the schema from the migrations.
import { handOver } from './hand-over.js';
import { install } from './install.js';

install();
handOver('tools/schema/generate.ts');
