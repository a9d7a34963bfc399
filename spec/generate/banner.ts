/** First line of every generated file. */
export const banner = '// Generated from spec/ by `npm run generate`. Do not edit.'
