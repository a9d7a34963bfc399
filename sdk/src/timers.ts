/** The timers at import. A test that installs fake timers afterwards would otherwise wait for ever for a retry. */
export const { setTimeout, clearTimeout } = globalThis
