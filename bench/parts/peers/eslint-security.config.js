// Loads the plugin from the installation of eslint, because it is installed next to eslint.
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
