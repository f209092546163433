import { exampleFiles } from '../../example-files.ts'
import { defineInstallRule } from './install-rule.ts'

const of = (postinstall: string, files: Record<string, string> = {}) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', version: '1.2.0', scripts: { postinstall } }, undefined, 2),
    ...files,
  })
const fetching = (check: string) =>
  `const { createWriteStream, chmodSync } = require('fs')\nconst https = ` +
  `require('https')\n${check}https.get('https://files.example/tool-1.2', (res) => {\n  ` +
  `res.pipe(createWriteStream('tool'))\n  res.on('end', () => chmodSync('tool', 0o755))\n})`

export const installScriptDownload = defineInstallRule(
  {
    id: 'install-script-download',
    title: 'Download without integrity check: an install script downloads and runs a program',
    category: 'supply-chain',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-494'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'An npm install script, a `setup.py`, or a build backend downloads a program, and runs it or makes it ' +
      'executable. The script verifies neither a digest nor a signature. The rule reads the scripts but does not ' +
      'run them.',
    why:
      'The program is not part of the package, and no lockfile pins its digest. Anyone who can change the file at ' +
      'the download URL controls what runs.',
    remediation:
      'Ship the program in platform-specific npm packages (`optionalDependencies`) or Python wheels, or verify the ' +
      'download against a digest in the package.',
    examples: {
      bad: [of('node fetch.js', { 'fetch.js': fetching('') })],
      good: [
        of('node fetch.js', { 'fetch.js': fetching("const hash = require('crypto').createHash('sha256')\n") }),
        of('node copy.js', { 'copy.js': "require('fs').copyFileSync('a', 'b')" }),
      ],
    },
  },
  'downloadsProgram',
)
