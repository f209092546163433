import { writeFileSync } from 'node:fs'
import { judgeGroup, programs } from './judge-programs.ts'

// node test/dataflow/guards/write-judgements.ts [name…]: writes what guards say of the small programs now, of all files in `programs` or of those named.
// Review the difference before you commit it.

const names = process.argv.slice(2)
for (const [name, groups] of Object.entries(programs)) {
  if (names.length > 0 && !names.includes(name)) continue
  const judgements = Object.fromEntries(groups.map((group) => [group.name, judgeGroup(group)]))
  writeFileSync(new URL(`judgements/${name}.json`, import.meta.url), `${JSON.stringify(judgements, undefined, 2)}\n`)
}
