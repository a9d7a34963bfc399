/**
 * The seed of tests that draw their cases. `npm test` uses the same one each time, so that its result depends on the
 * code alone. `npm run test:long` runs these tests with a new one (test/support/run/main.ts).
 * `TEST_SEED=<number>` repeats a run.
 */
export const seed = Number(process.env['TEST_SEED'] ?? 20_261_122)
