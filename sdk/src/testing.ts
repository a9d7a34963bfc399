export * from './testing/sandbox.ts'
export * from './testing/test-events.ts'
