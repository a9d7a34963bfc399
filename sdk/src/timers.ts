/**
 * The real timers. Test tools replace the global functions, and a retry would otherwise wait for ever for a fake clock.
 * Node has the real ones in a module too; elsewhere these are the timers at import.
 */
const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }

export const { setTimeout, clearTimeout } = (process?.getBuiltinModule?.('timers') ?? globalThis) as typeof globalThis
