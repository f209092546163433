import { createHash } from 'node:crypto'
import { configurationRules } from '../../src/engine/rules/configuration/catalogue.ts'
import { type FileKind, kindOf } from '../../src/engine/inventory/settings-files/file-kind.ts'
import { type SettingsFile, settingsFile } from '../../src/engine/rules/configuration/settings-file.ts'
import { workflowOf } from '../../src/engine/rules/configuration/workflows/workflow.ts'
import { supplyChainRules } from '../../src/engine/rules/supply-chain/catalogue.ts'
import { projectOf } from '../../src/engine/rules/supply-chain/project.ts'
import type { SupplyChainRule } from '../../src/engine/rules/supply-chain/supply-chain-rule.ts'
import { configurationLimits } from '../../src/engine/inventory/settings-files/settings-file-limits.ts'
import { findingLimits } from '../../src/engine/rules/finding-limits.ts'
import type { SnapshotFile } from '../../src/engine/model/snapshot.ts'
import { heldSnapshot } from '../../src/engine/sources/held-snapshot.ts'
import type { BenchPart } from '../measurement.ts'
import { type WorstFile, worstFiles } from './detectors/worst-files.ts'
import { type RuleCost, shortestMs, worstRules } from './detectors/worst-rules.ts'

const megabyte = 1024 * 1024
const started = Buffer.from(
  JSON.stringify({
    name: 'example-shop',
    version: '1.0.0',
    scripts: { install: 'node index.js && sh install.sh && python setup.py' },
  }),
)

/** Measures configuration and supply-chain rules, each with files of maximum size that were crafted to be slow. */
export const detectors: BenchPart = {
  id: 'detectors',
  async *run() {
    yield* worstRules(
      `configuration: worst ${configurationLimits.maxFileBytes / 1024} KiB file (maximum size)`,
      settingsCosts(),
    )
    yield* worstRules('supply-chain: worst 1 MB file', supplyChainRules.map(supplyChainCost))
  },
}

/** Cost of a rule that gets each file at its maximum size, once as a project and once as a single file. */
function supplyChainCost(rule: SupplyChainRule): RuleCost {
  const worst = worstFiles(rule, megabyte, () => true)
  return costOf(rule.id, worst, (file) => {
    const project = projectOf({ snapshot: snapshotOf(file), scannedAt: new Date(0) })
    count(rule.find({ project }))
    count(rule.find({ project, file }))
  })
}

/** Costs of the configuration rules. A file is parsed once for all rules, and the first cost is that of parsing. */
function settingsCosts(): RuleCost[] {
  let reading = 0
  const read = new Map<string, SettingsFile | undefined>()
  const readOnce = (worst: WorstFile): SettingsFile | undefined => {
    const key = createHash('sha256').update(worst.path).update(worst.text).digest('hex')
    if (!read.has(key)) {
      const kept = settingsFile(fileOf(worst))
      if (kept && structured.has(kept.kind))
        reading = Math.max(
          reading,
          shortestMs(() => takenApart(settingsFile(fileOf(worst)))),
        )
      read.set(key, kept)
    }
    return read.get(key)
  }
  const costs = configurationRules.map((rule): RuleCost => {
    let ms = 0
    for (const worst of worstFiles(rule, configurationLimits.maxFileBytes, (path) => kindOf(path) !== undefined)) {
      const file = readOnce(worst)
      takenApart(file)
      if (file)
        ms = Math.max(
          ms,
          shortestMs(() => count(rule.find(file))),
        )
    }
    return { rule: rule.id, ms }
  })
  return [{ rule: 'parsing', ms: reading }, ...costs]
}

function takenApart(file: SettingsFile | undefined): void {
  if (file?.root !== undefined && (file.kind === 'workflow' || file.kind === 'action')) workflowOf(file)
}

/** Kinds that are parsed as JSON or YAML. Rules read other files themselves. */
const structured: ReadonlySet<FileKind> = new Set<FileKind>(['workflow', 'action', 'compose', 'client', 'yarnrc'])

function costOf(rule: string, files: Iterable<WorstFile>, judge: (file: SnapshotFile) => void): RuleCost {
  let ms = 0
  for (const worst of files) {
    const file = fileOf(worst)
    ms = Math.max(
      ms,
      shortestMs(() => judge(file)),
    )
  }
  return { rule, ms }
}

const fileOf = ({ path, text }: WorstFile): SnapshotFile => ({
  path,
  size: Buffer.byteLength(text),
  content: Buffer.from(text),
})

/** Returns a package with this file and a manifest that runs the file during installation. */
function snapshotOf(file: SnapshotFile) {
  const manifest: SnapshotFile = { path: 'package.json', size: started.length, content: started }
  return heldSnapshot({
    source: { type: 'npm', canonicalUrl: 'https://packages.example/sample', revision: '1.0.0', digest: 'sha512-' },
    files: new Map([
      [manifest.path, manifest],
      [file.path, file],
    ]),
    skipped: [],
  })
}

/** Consumes the results up to the limit of a detector. */
function count(found: Iterable<unknown>): void {
  let remarks = 0
  for (const remark of found) {
    if (remark !== undefined) remarks += 1
    if (remarks > findingLimits.maxPerDetector) return
  }
}
