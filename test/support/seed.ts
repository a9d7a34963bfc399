/**
 * Where drawn cases begin. Fixed in `npm test`, which says the same of the same code each time it is asked; a new one
 * at each `npm run test:long`, which runs the drawing tests too (test/support/run.ts). `TEST_SEED=<number>` repeats
 * what one of them found.
 */
export const seed = Number(process.env['TEST_SEED'] ?? 20_261_122)
