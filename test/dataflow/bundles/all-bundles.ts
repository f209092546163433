import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlings, isToldApart, javaScriptPairs } from './bundled-pair.ts'

// Every pair of JavaScript as its source and in every bundling: `node test/dataflow/bundles/all-bundles.ts`, some minutes. The tests take a part of them.

const folder = mkdtempSync(join(tmpdir(), 'assay-bundles-'))
try {
  const pairs = javaScriptPairs()
  for (const bundling of ['source', ...bundlings] as const) {
    const missed: string[] = []
    for (const pair of pairs) if (!(await isToldApart(pair, bundling, join(folder, bundling)))) missed.push(pair.id)
    process.stdout.write(`${bundling}: ${pairs.length - missed.length}/${pairs.length} told apart${missed.length > 0 ? `, not ${missed.join(', ')}` : ''}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
