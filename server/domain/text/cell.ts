/**
 * The content of a cell of an exported file; null is an empty one. Only texts can come from outside and need
 * protection. `decimal`: a number with fixed decimals, like `-25.00`. `day`: a date without a time, like `2026-11-28`.
 */
export type Cell = string | number | Date | null | { readonly decimal: string } | { readonly day: string }
