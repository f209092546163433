import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { noFlows } from '../../src/engine/analysis/flow.ts'
import { credentials } from '../../src/engine/rules/leaked-secrets/credentials/catalogue.ts'
import { leakedSecrets } from '../../src/engine/rules/leaked-secrets/detector.ts'
import { sourceFileLimits } from '../../src/engine/analysis/source-file-limits.ts'
import { findingLimits } from '../../src/engine/rules/finding-limits.ts'
import type { SnapshotFile } from '../../src/engine/model/snapshot.ts'
import { heldSnapshot } from '../../src/engine/sources/held-snapshot.ts'
import { type BenchPart, measurement } from '../measurement.ts'
import { type RuleCost, worstFileMs, worstRules } from './detectors/worst-rules.ts'
import { worstTexts } from './secrets/secret-texts.ts'

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))
/** Bytes of real packages that are held in memory and searched, and bytes on which every regular expression runs. */
const sample = { searchedBytes: 150e6, triedBytes: 400e3 }
const rounds = 5
const limit = { megabytesASecond: 40 }

/**
 * Compares the search for secrets in real packages with every regular expression on every file. Also measures files
 * that were crafted to be slow.
 */
export const secrets: BenchPart = {
  id: 'secrets',
  async *run() {
    const files = sampleOf(sample.searchedBytes)
    const bytes = sizeOf(files)
    await search(files)
    const speeds: number[] = []
    for (let round = 0; round < rounds; round += 1) speeds.push(bytes / 1e6 / ((await search(files)) / 1000))
    const few = sampleOf(sample.triedBytes)
    const tried = sizeOf(few) / 1e6 / (tryEverything(few) / 1000)
    const what = `${credentials.length} rules on ${Math.round(bytes / 1e6)} MB in ${files.length} package files`
    yield measurement({
      measure: what,
      unit: 'MB/s',
      samples: speeds,
      peer: { name: 'limit', median: limit.megabytesASecond },
    })
    yield measurement({
      measure: what,
      unit: 'MB/s',
      samples: speeds,
      peer: { name: `every regular expression on every file (${sizeOf(few) / 1e6} MB)`, median: tried },
    })

    const worst: RuleCost[] = []
    for (const credential of credentials) {
      let longest = 0
      for (const content of worstTexts(credential, 1024 * 1024))
        longest = Math.max(longest, await searchedAgain(fileOf(credential.exampleFile ?? 'settings.yaml', content)))
      worst.push({ rule: credential.id, ms: longest })
    }
    yield* worstRules('worst 1 MB file', worst)
  },
}

/** Returns files of this project's packages, in order, up to this size. */
function sampleOf(bytes: number): SnapshotFile[] {
  const files: SnapshotFile[] = []
  let size = 0
  for (const path of readdirSync(packages, { recursive: true, encoding: 'utf8' }).sort()) {
    const found = lstatSync(`${packages}/${path}`)
    if (
      !found.isFile() ||
      !leakedSecrets.reads(path) ||
      found.size > sourceFileLimits.maxFileBytes ||
      /^\.|\/native\//.test(path)
    )
      continue
    if (size + found.size > bytes) continue
    files.push(fileOf(path, readFileSync(`${packages}/${path}`)))
    size += found.size
  }
  return files
}

function fileOf(path: string, content: Buffer): SnapshotFile {
  return { path, size: content.length, content }
}

function sizeOf(files: readonly SnapshotFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

/** Returns the milliseconds of a search through files, with the detectors' limit on findings. */
async function search(files: readonly SnapshotFile[]): Promise<number> {
  const snapshot = heldSnapshot({
    source: { type: 'npm', canonicalUrl: 'https://packages.example/sample', revision: '1.0.0', digest: 'sha512-' },
    files: new Map(files.map((file) => [file.path, file])),
    skipped: [],
  })
  const startedAt = performance.now()
  let findings = 0
  for await (const { ruleId } of leakedSecrets.detect({
    snapshot,
    components: [],
    advisoryMatches: [],
    flows: noFlows,
    signal: new AbortController().signal,
  })) {
    if (ruleId !== '') findings += 1
    if (findings === findingLimits.maxPerDetector) break
  }
  return performance.now() - startedAt
}

/**
 * Returns the shortest of three times if the first is near the limit, because other load on the machine may be the
 * cause.
 */
async function searchedAgain(file: SnapshotFile): Promise<number> {
  const first = await search([file])
  return first < worstFileMs / 2 ? first : Math.min(first, await search([file]), await search([file]))
}

/** Returns the milliseconds of the naive method: every rule's regular expression on the whole text of each file. */
function tryEverything(files: readonly SnapshotFile[]): number {
  const patterns = credentials.map(({ pattern }) => new RegExp(pattern.source, pattern.flags.replace('y', 'g')))
  const startedAt = performance.now()
  for (const { content } of files) {
    const text = content.toString('utf8')
    for (const pattern of patterns) text.replaceAll(pattern, '')
  }
  return performance.now() - startedAt
}
