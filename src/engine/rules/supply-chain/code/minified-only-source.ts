import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { supplyChainLimits } from '../supply-chain-limits.ts'
import { defineProjectRule } from '../supply-chain-rule.ts'
import { languageOf } from './code-files.ts'

const minified = `"use strict";${'var a=function(e,t){return e.map(n=>n*t)};'.repeat(40)}`

export const minifiedOnlySource = defineProjectRule({
  document: {
    id: 'minified-only-source',
    title: 'Minified code without source: users cannot review the package',
    category: 'supply-chain',
    severity: 'info',
    precision: 'medium',
    cwe: ['CWE-1113'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: [],
    what:
      "All of the project's JavaScript code is minified. The project contains neither readable source code nor " +
      'source maps.',
    why: 'Users cannot review what the package does, and findings in minified code have no useful line numbers.',
    remediation:
      "Review the package's repository, and use the package's provenance to verify that the package was built from " +
      'that repository. If you publish this package, include the source code or source maps.',
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
  arguments: z.object({ files: z.number() }),
  describe: ({ files }, { location }) => ({
    title: `Minified code without source in ${files === 1 ? (location?.path ?? 'the package') : `${files} files`}`,
    message:
      `The package's JavaScript code (${files} ${files === 1 ? 'file' : 'files'}) is minified. The package ` +
      'contains neither source code nor source maps, so users cannot review what it does.',
  }),
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
      arguments: { files: code.length },
      subject: 'minified',
      at: { path: first.path, line: 1 },
    }
  },
})

/** Minimum size of a minified file in bytes. Shorter handwritten files can also be on a single line. */
const minBytes = 1_000

/** Reports whether the lines average 400 bytes or more, unlike handwritten code. */
function isMinified(content: Buffer): boolean {
  let breaks = 1
  for (let at = content.indexOf(0x0a); at >= 0 && breaks <= content.length / 400; at = content.indexOf(0x0a, at + 1))
    breaks += 1
  return content.length / breaks >= 400
}
