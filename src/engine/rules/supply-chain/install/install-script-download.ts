import { exampleFiles } from '../../example-files.ts'
import type { WordySupplyChainRule } from '../../remark.ts'
import { deeds } from './install-deeds.ts'

const of = (postinstall: string, files: Record<string, string> = {}) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', version: '1.2.0', scripts: { postinstall } }, undefined, 2),
    ...files,
  })
const fetching = (check: string) =>
  `const { createWriteStream, chmodSync } = require('fs')\nconst https = ` +
  `require('https')\n${check}https.get('https://files.example/tool-1.2', (res) => {\n  ` +
  `res.pipe(createWriteStream('tool'))\n  res.on('end', () => chmodSync('tool', 0o755))\n})`

export const installScriptDownload: WordySupplyChainRule = {
  document: {
    id: 'install-script-download',
    title: 'An installation fetches a program and compares it with nothing',
    category: 'supply-chain',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-494'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A script that npm runs at installation, a `setup.py` or a build backend fetches a program, keeps it ' +
      'and starts it or makes it executable, and looks at no digest and no signature.',
    why:
      'The program is not in the package and not in the lockfile: whoever can change the file at that address ' +
      'decides what runs.',
    remediation:
      'Bring programs as packages for their platforms (`optionalDependencies`), or compare what was fetched ' +
      'with a digest that stands in the package.',
    examples: {
      bad: [of('node fetch.js', { 'fetch.js': fetching('') })],
      good: [
        of('node fetch.js', { 'fetch.js': fetching("const hash = require('crypto').createHash('sha256')\n") }),
        of('node copy.js', { 'copy.js': "require('fs').copyFileSync('a', 'b')" }),
      ],
    },
  },
  find: (project) => deeds(project, 'downloadsProgram', installScriptDownload.document),
}
