import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readCases, type ProgramCase } from './cases.ts'
import { judgePrograms, type JudgedPrograms } from './judge-programs.ts'
import { tableOf } from './table.ts'

const usage = `npm run -s bench:reached -- <folder of cases> [--half odd|even] [--results <file>] [--totals]
  <folder>          <case>/case.json with advisory, package, and version, and one project each in <case>/exploit and
                    <case>/harmless: bench/reached/cases.ts
  --half <half>     judges only every second case, in the order of their names
  --results <file>  writes the result of each program as JSON
  --totals          prints no results of single programs
`

async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { half: { type: 'string' }, results: { type: 'string' }, totals: { type: 'boolean' } },
  })
  const [folder] = positionals
  if (folder === undefined || (values.half !== undefined && !['odd', 'even'].includes(values.half))) {
    process.stderr.write(usage)
    return 2
  }
  const cases = readCases(folder)
  const judged: JudgedPrograms[] = []
  for (const half of ['odd', 'even'] as const)
    if (values.half === undefined || values.half === half) judged.push(await judgePrograms(half, halfOf(cases, half)))
  if (values.results !== undefined) writeFileSync(values.results, `${JSON.stringify(judged, undefined, 2)}\n`)
  process.stdout.write(tableOf(judged, { lists: values.totals !== true }))
  return 0
}

/** The first case is odd. */
const halfOf = (cases: readonly ProgramCase[], half: 'odd' | 'even') =>
  cases.filter((_, index) => index % 2 === (half === 'odd' ? 0 : 1))

process.exitCode = await run()
