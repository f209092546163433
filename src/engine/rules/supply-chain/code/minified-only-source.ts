import { exampleFiles } from '../../example-files.ts'
import { supplyChainLimits } from '../supply-chain-limits.ts'
import type { WordySupplyChainRule } from '../../remark.ts'
import { languageOf } from './code-files.ts'

const minified = `"use strict";${'var a=function(e,t){return e.map(n=>n*t)};'.repeat(40)}`

export const minifiedOnlySource: WordySupplyChainRule = {
  document: {
    id: 'minified-only-source',
    title: 'A package has no code that a person can read',
    category: 'supply-chain',
    severity: 'info',
    precision: 'medium',
    cwe: ['CWE-1113'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: [],
    what:
      'All code of JavaScript in the project is minified, and neither its source nor a source map with it ' +
      'lies beside it.',
    why: 'Nobody who installs the package can see what it does, and what is found in it cannot be told by its lines.',
    remediation:
      'Look at the repository that it names, and whether the package was built from it (provenance). ' +
      'Whoever makes it publishes the source too, or maps with it.',
    examples: {
      bad: [
        exampleFiles({
          'package.json': '{ "name": "example-shop", "main": "dist/index.js" }',
          'dist/index.js': minified,
        }),
      ],
      good: [
        exampleFiles({
          'package.json': '{ "name": "example-shop" }',
          'dist/index.min.js': minified,
          'src/index.ts':
            'export const scale = (numbers: number[], by: number) => numbers.map((number) => number * by)',
        }),
      ],
    },
  },
  *find({ snapshot, manifests }) {
    const code = [...snapshot.files.values()].filter(
      ({ path, size }) => languageOf(path) === 'javascript' && size > 0 && !path.includes('node_modules/'),
    )
    const manifest = manifests.find(({ file }) => file.path === 'package.json')
    const [first] = code.toSorted((a, b) => b.size - a.size)
    if (!manifest || !first || code.length > 200 || first.size < minBytes) return
    if (
      [...snapshot.files.keys()].some((path) => path.endsWith('.map')) ||
      code.some(
        (file) =>
          file.size > supplyChainLimits.maxCodeFileBytes ||
          ((file.size > 200 || /\.[cm]?tsx?$/.test(file.path)) && !isMinified(file.content)),
      )
    )
      return
    yield {
      title: 'All code of the package is minified',
      message:
        `The code of the package, ${code.length} ${code.length === 1 ? 'file' : 'files'}, is minified, and ` +
        'neither source nor source maps are beside it.',
      subject: 'minified',
      at: { path: first.path, line: 1 },
    }
  },
}

/** Less than this is written in one line by people too. */
const minBytes = 1_000

/** Lines of 400 bytes and more on average, which nobody writes. */
function isMinified(content: Buffer): boolean {
  let breaks = 1
  for (let at = content.indexOf(0x0a); at >= 0 && breaks <= content.length / 400; at = content.indexOf(0x0a, at + 1))
    breaks += 1
  return content.length / breaks >= 400
}
