import fc from 'fast-check';

// A setup file of the tests (vitest.config.ts): the report of a failed property says what failed, not only for
// which values. Every run draws the same values; another seed draws others.
fc.configureGlobal({
  includeErrorInReport: true,
  seed: Number(process.env['CAMPUS_FUZZ_SEED'] ?? 20_261_120),
});
