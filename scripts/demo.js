// `npm run demo -- --students 12000`: `npm start` with a demo campus of that size, in its own folder.
import { readArguments } from './arguments.js';
import { buildAll } from './build.js';
import { runProgram } from './run-program.js';
import { install } from './install.js';

const { students } = readArguments('npm run demo -- [--students 12000]', {
  options: { students: { type: 'string', default: '12000' } },
}).values;
process.env.CAMPUS_DEMO = '1';
process.env.CAMPUS_DEMO_STUDENTS = students;
process.env.CAMPUS_DATA_DIR ??= `.campus-${String(students)}`;
install();
buildAll();
runProgram('apps/server/dist/main.js');
