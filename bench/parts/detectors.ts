import { configurationRules } from '../../src/detectors/configuration/catalogue.ts'
import { type SettingsFile, settingsFile } from '../../src/detectors/configuration/settings-file.ts'
import { workflowOf } from '../../src/detectors/configuration/workflows/workflow.ts'
import { supplyChainRules } from '../../src/detectors/supply-chain/catalogue.ts'
import { projectOf } from '../../src/detectors/supply-chain/project.ts'
import { limits } from '../../src/model/limits.ts'
import type { SnapshotFile } from '../../src/model/snapshot.ts'
import { heldSnapshot } from '../../src/sources/held-snapshot.ts'
import type { BenchPart } from '../measurement.ts'
import { type WorstFile, worstFiles } from './detectors/worst-files.ts'
import { type RuleCost, shortestMs, worstRules } from './detectors/worst-rules.ts'

const megabyte = 1024 * 1024
const started = Buffer.from(JSON.stringify({ name: 'example-shop', version: '1.0.0', scripts: { install: 'node index.js && sh install.sh && python setup.py' } }))

/** Rules about settings and about how a package was put together, each with files that were made to hold it up, as large as are read. */
export const detectors: BenchPart = {
  id: 'detectors',
  async *run() {
    yield* worstRules(`configuration: worst file of ${limits.configuration.fileBytes / 1024} KiB, the largest that is read,`, settingsCosts())
    yield* worstRules('supply-chain: worst file of 1 MB', supplyChainRules.map(({ document, find, files }) => costOf(document.id, worstFiles(document, find ? limits.supplyChain.scriptBytes : megabyte).filter(({ path }) => find !== undefined || files?.reads(path) === true), (entry) => {
      const project = projectOf({ snapshot: snapshotOf(entry), scannedAt: new Date(0) })
      if (find) count(find(project))
      if (files?.reads(entry.path)) count(files.find(entry, project))
    })))
  },
}

/** Each file is taken apart once for all rules; that is the first cost. */
function settingsCosts(): RuleCost[] {
  const reading = { rule: 'taking it apart', ms: 0 }
  const read = new Map<string, SettingsFile | undefined>()
  const readOnce = (worst: WorstFile): SettingsFile | undefined => {
    const key = `${worst.path} ${worst.text}`
    if (read.has(key)) return read.get(key)
    const file = settingsFile(fileOf(worst))
    const startedAt = performance.now()
    if (structured.has(file?.kind) && file?.root !== undefined && (file.kind === 'workflow' || file.kind === 'action')) workflowOf(file)
    if (structured.has(file?.kind)) reading.ms = Math.max(reading.ms, performance.now() - startedAt)
    read.set(key, file)
    return file
  }
  const costs = configurationRules.map(({ document, kinds, find }) => {
    const files = worstFiles(document, limits.configuration.fileBytes).map(readOnce).filter((file) => file !== undefined && kinds.includes(file.kind))
    return { rule: document.id, ms: Math.max(0, ...files.map((file) => (file ? shortestMs(() => count(find(file))) : 0))) }
  })
  return [reading, ...costs]
}

/** Kinds that are taken apart as JSON or YAML; what others are is read by each rule. */
const structured: ReadonlySet<string | undefined> = new Set(['workflow', 'action', 'compose', 'client', 'yarnrc'])

function costOf(rule: string, files: readonly WorstFile[], judge: (file: SnapshotFile) => void): RuleCost {
  return { rule, ms: Math.max(0, ...files.map(fileOf).map((file) => shortestMs(() => judge(file)))) }
}

const fileOf = ({ path, text }: WorstFile): SnapshotFile => ({ path, size: Buffer.byteLength(text), content: Buffer.from(text) })

/** A package of this file, and a manifest that has an installation run it. */
function snapshotOf(file: SnapshotFile) {
  const manifest: SnapshotFile = { path: 'package.json', size: started.length, content: started }
  return heldSnapshot({ source: { type: 'npm', canonicalUrl: 'https://packages.example/sample', revision: '1.0.0', digest: 'sha512-' }, files: new Map([[manifest.path, manifest], [file.path, file]]), skipped: [] })
}

/** Goes through what is found, as far as a detector does. */
function count(found: Iterable<unknown>): void {
  let remarks = 0
  for (const remark of found) {
    if (remark !== undefined) remarks += 1
    if (remarks > limits.findings.perDetector) return
  }
}
