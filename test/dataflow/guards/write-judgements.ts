import { writeFileSync } from 'node:fs'
import { groups, judgeGroup } from './judge-programs.ts'

// node test/dataflow/guards/write-judgements.ts: writes what guards say of the small programs now. Review the difference before you commit it.

const judgements = Object.fromEntries(groups.map((group) => [group.name, judgeGroup(group)]))
writeFileSync(new URL('judgements.json', import.meta.url), `${JSON.stringify(judgements, undefined, 2)}\n`)
