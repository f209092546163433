import { writeFileSync } from 'node:fs'
import { judgePair, pairNames } from './judge-pairs.ts'
import { judgeGroup, programs } from './judge-programs.ts'

// Writes the current judgements of all small programs and labeled pairs. Names select files in `programs`, and the name
// `pairs` selects the pairs. Review the difference before you commit it.
//   node test/engine/analysis/taint/sanitizers/write-judgements.ts [name…]

const names = process.argv.slice(2)
const isWanted = (name: string) => names.length === 0 || names.includes(name)
const write = (file: string, judgements: unknown) =>
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(judgements, undefined, 2)}\n`)

for (const [name, groups] of Object.entries(programs)) {
  if (isWanted(name))
    write(`judgements/${name}.json`, Object.fromEntries(groups.map((group) => [group.name, judgeGroup(group)])))
}
if (isWanted('pairs')) write('pair-guards.json', Object.fromEntries(pairNames.map((name) => [name, judgePair(name)])))
