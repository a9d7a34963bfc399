import css from '@eslint/css'
import markdown from '@eslint/markdown'
import stylistic from '@stylistic/eslint-plugin'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

// tap runs the tests of a file in order by itself, so a test's promise needs no `await`.
const tapTests = [
  { from: 'package', package: '@tapjs/core', name: ['test', 'before'] },
  { from: 'package', package: '@tapjs/test', name: ['test'] },
]

// A function with such a name returns a write (server/store/sql/writes.ts), which changes nothing until it is executed.
const returnsWrite =
  'callee.name=/^(auditing|booking|beginning|claiming|counting|inserting|keeping|mailing|queuing|recording|saving)/'
const forgottenWrite = `:matches(ExpressionStatement, AwaitExpression) > CallExpression[${returnsWrite}]`

// The decimals of `Intl` are not those of ISO 4217: it writes forints without any.
const currencyWithoutDecimals =
  "ObjectExpression:has(> Property[key.name='style'][value.value='currency'])" +
  ":not(:has(> Property[key.name='minimumFractionDigits']):has(> Property[key.name='maximumFractionDigits']))"

export default defineConfig(
  { ignores: ['generated/', 'sdk/dist/', '**/node_modules/', '.data/', '.tap/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.cts', '**/*.mts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { '@stylistic': stylistic },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@stylistic/max-len': ['error', { code: 120, ignoreUrls: true, ignoreRegExpLiterals: true }],
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: tapTests }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-duplicate-imports': 'error',
      '@typescript-eslint/no-unnecessary-condition': 'error',
      '@typescript-eslint/no-deprecated': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // A function that implements an asynchronous interface may have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: forgottenWrite, message: 'This write is never executed.' },
        { selector: currencyWithoutDecimals, message: 'Set the decimals of ISO 4217 (spec/lib/currencies.ts).' },
      ],
      // The code destructures plain objects whose interfaces use the method syntax; none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // A translator reads and writes a sentence as one string; a statement quotes the title of a test as one string.
    files: ['form/texts/*.ts', 'test/contract/statements/*.ts'],
    rules: { '@stylistic/max-len': ['error', { code: 120, ignoreStrings: true }] },
  },
  {
    // Tests read replies and pages as they come; the assertions say what they expect of them.
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.css'],
    plugins: { css },
    language: 'css/css',
    extends: ['css/recommended'],
    rules: {
      'css/no-invalid-properties': ['error', { allowUnknownVariables: true }],
      // `prefers-reduced-motion` and `[hidden]` must win over every other rule.
      'css/no-important': 'off',
      'css/use-baseline': 'off',
    },
  },
  { files: ['**/*.md'], plugins: { markdown }, language: 'markdown/gfm', extends: ['markdown/recommended'] },
)
