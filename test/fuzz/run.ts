import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openCoverage } from './coverage.ts'
import { fuzz } from './fuzz-target.ts'
import { fuzzTargets } from './targets.ts'

// npm run test:fuzz -- [--seconds 600] [--only TEXT] [--seed NUMBER]: fuzzes each target, and keeps inputs that fail.
// Jazzer.js, a maintained engine, instruments only CommonJS modules, and all modules here are ES modules. Therefore,
// inputs are selected by V8's coverage.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const found = fileURLToPath(new URL('found/', import.meta.url))
let failed = 0
for (const target of fuzzTargets.filter(({ name }) => name.includes(values.only))) {
  await using coverage = await openCoverage()
  const { runs, kept, finding } = await fuzz(target, {
    timeMs: Number(values.seconds) * 1_000,
    seed: Number(values.seed),
    coverage,
  })
  process.stdout.write(`${target.name}: ${runs} runs, ${kept} kept${finding ? `, ${finding.problem}` : ''}\n`)
  if (!finding) continue
  failed += 1
  mkdirSync(found, { recursive: true })
  writeFileSync(`${found}${target.name.replaceAll(/[^\w.]+/g, '-')}`, finding.input)
}
process.exitCode = failed > 0 ? 1 : 0
