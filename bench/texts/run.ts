// node bench/texts/run.ts FOLDER [--blind] [--list]
//
// Runs the rules about tool definitions on labeled texts and prints a table. FOLDER contains injection.jsonl,
// open-purpose.jsonl, and benign.jsonl. --blind measures the corpora and servers of blind.json instead of the others.
// --list prints the rules that report each text; it prints no text.
import { parseArgs } from 'node:util'
import { noFlows } from '../../src/engine/analysis/flow.ts'
import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import { toolDefinitions } from '../../src/engine/rules/tool-definitions/detector.ts'
import { heldSnapshot } from '../../src/engine/sources/held-snapshot.ts'
import { definitionOf, readTextSets, type TextRecord } from './text-sets.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { blind: { type: 'boolean' }, list: { type: 'boolean' } },
})
const [folder] = positionals
if (folder === undefined) throw new Error('Name the folder of the labeled texts.')

const snapshot = heldSnapshot({
  source: { type: 'git', canonicalUrl: 'https://git.example/texts', revision: 'c0ffee', digest: 'sha256-' },
  files: new Map(),
  skipped: [],
})

/** Returns the findings for each record. The records of one server share a project. */
async function findingsOf(records: readonly TextRecord[]): Promise<Map<string, DetectedFinding[]>> {
  const findings = new Map<string, DetectedFinding[]>(records.map(({ id }) => [id, []]))
  for (const project of Map.groupBy(records, ({ server, id }) => server ?? id).values()) {
    const evidence = {
      snapshot,
      components: [],
      advisoryMatches: [],
      flows: { ...noFlows, tools: project.map(definitionOf) },
      signal: new AbortController().signal,
    }
    for await (const finding of toolDefinitions.detect(evidence))
      if (finding.ruleId.startsWith('tool-text-'))
        findings.get(finding.location?.path.replace(/\.js$/, '') ?? '')?.push(finding)
  }
  return findings
}

const isNotable = ({ severity }: DetectedFinding) => severity !== 'low' && severity !== 'info'

/** The 95 % Wilson interval of a share, in percent. */
function interval(hits: number, count: number): string {
  const z = 1.96
  const share = hits / count
  const middle = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count)
  const half = (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))
  return `${(Math.max(middle - half, 0) * 100).toFixed(1)}–${(Math.min(middle + half, 1) * 100).toFixed(1)} %`
}

function line(name: string, records: readonly TextRecord[], findings: ReadonlyMap<string, DetectedFinding[]>): string {
  const reported = records.filter(({ id }) => (findings.get(id) ?? []).length > 0).length
  const notable = records.filter(({ id }) => (findings.get(id) ?? []).some(isNotable)).length
  return `| ${name} | ${records.length} | ${reported} | ${notable} | ${interval(notable, records.length)} |`
}

const print = (text: string) => process.stdout.write(`${text}\n`)

print('| texts | number | reported | at medium or above | 95 % interval |')
print('|---|---:|---:|---:|---|')
for (const { name, records } of readTextSets(folder, values.blind ?? false)) {
  if (records.length === 0) continue
  const findings = await findingsOf(records)
  print(line(`${name}, all`, records, findings))
  const groups = name === 'benign' ? [] : [...Map.groupBy(records, ({ corpus, kind }) => `${corpus}: ${kind}`)]
  for (const [group, members] of groups.sort(([a], [b]) => (a < b ? -1 : 1))) print(line(group, members, findings))
  if (values.list)
    for (const { id } of records) {
      const rules = (findings.get(id) ?? []).map(({ ruleId, severity }) => `${ruleId} ${severity}`)
      print(`${name} ${id}: ${rules.join(', ') || 'not reported'}`)
    }
}
