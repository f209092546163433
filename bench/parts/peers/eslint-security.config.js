// Loaded by eslint from where that is installed: the plugin lies beside it.
import { createRequire } from 'node:module'
import { realpathSync } from 'node:fs'

const require = createRequire(realpathSync(process.argv[1]))
const security = require('eslint-plugin-security')

export default [
  { files: ['**/*.js', '**/*.mjs', '**/*.cjs'], ...security.configs.recommended },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ...security.configs.recommended,
    languageOptions: { parser: require('@typescript-eslint/parser') },
  },
]
