import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Table from 'cli-table3'
import { parts } from './catalogue.ts'
import { BenchNotReady, type Measurement } from './measurement.ts'
import { notePart, stateBefore } from './write-performance.ts'

// npm run bench [-- part…]: runs parts, prints one table, and writes bench/results/<part>.json and the performance
// documents in docs/explanation.

const resultsFolder = fileURLToPath(new URL('results/', import.meta.url))

async function run(ids: readonly string[]): Promise<number> {
  const unknown = ids.filter((id) => !parts.some((part) => part.id === id))
  if (unknown.length > 0) {
    process.stderr.write(`Unknown part: ${unknown.join(', ')}. Use one of: ${parts.map(({ id }) => id).join(', ')}.\n`)
    return 2
  }
  const table = new Table({
    head: ['part', 'measure', 'unit', 'n', 'median', 'p99', 'peer', 'peer median', 'ratio'],
    style: { head: [], border: [] },
  })
  let exitCode = 0
  for (const part of parts.filter(({ id }) => ids.length === 0 || ids.includes(id))) {
    const measurements: Measurement[] = []
    const before = stateBefore()
    try {
      for await (const measurement of part.run()) {
        measurements.push(measurement)
        process.stderr.write(`${part.id}: ${measurement.measure}: ${measurement.median} ${measurement.unit}\n`)
      }
    } catch (error) {
      if (!(error instanceof BenchNotReady)) throw error
      process.stderr.write(`${part.id}: ${error.message}\n`)
      exitCode = 1
      continue
    }
    for (const { measure, unit, n, median, p99, peer, peerMedian, ratio } of measurements)
      table.push([part.id, measure, unit, n, median, p99, peer ?? '', peerMedian ?? '', ratio ?? ''])
    mkdirSync(resultsFolder, { recursive: true })
    writeFileSync(`${resultsFolder}${part.id}.json`, `${JSON.stringify(measurements, undefined, 2)}\n`)
    notePart(part.id, before)
  }
  if (table.length > 0) process.stdout.write(`${table.toString()}\n`)
  return exitCode
}

process.exitCode = await run(process.argv.slice(2))
