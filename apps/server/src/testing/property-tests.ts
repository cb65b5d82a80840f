import fc from 'fast-check';

// A setup file of the tests (vitest.config.ts): the report of a failed property says what failed, not only for
// which values.
fc.configureGlobal({ includeErrorInReport: true });
