import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Component } from '../../../src/engine/model/component.ts'
import type { DetectedFinding } from '../../../src/engine/model/finding-record.ts'
import { stageBegins } from '../../../src/engine/scanner/progress.ts'
import type { Revision, ScannedSource, SourceScanner } from '../../../src/engine/scanner/source-scanner.ts'
import type { RecordedScan } from './recorded-scans.ts'

/** Interval of progress reports. The worker stores them at most every half second. */
const reportMs = 250
/** Part of a scan's time that passes before its revision is known. */
const resolveShare = 0.1
/** Findings of each scan. The recorded scans do not say how many they had. Most were graded A+. */
const findings = 5
/** Different packages that the inventories name. */
const packages = 20_000
const stages = ['detectors', 'advisories', 'code', 'components', 'source'] as const

/**
 * Returns a scanner that reads nothing. Each scan takes as long as the recorded scan that `next` returns, reports its
 * progress like a real one, and has as many components. Every project is different, so no result is reused.
 */
export function simulatedScanner(next: () => RecordedScan): SourceScanner {
  return {
    open(target, { report, signal, scanId = '' }) {
      const { seconds, components } = next()
      const name = createHash('sha256').update(scanId).digest('hex')
      const revision: Revision = {
        type: target.type,
        canonicalUrl: `https://www.npmjs.com/package/fleet-${name.slice(0, 20)}`,
        revision: '1.0.0',
        contentDigest: name,
      }
      const work = async (from: number, to: number) => {
        const [startedAt, ms] = [performance.now(), 1_000 * seconds * (to - from)]
        for (;;) {
          const left = startedAt + ms - performance.now()
          const percent = Math.floor(100 * (to - ((to - from) * Math.max(0, left)) / ms))
          if (left > 0) await report?.(stages.find((stage) => percent >= stageBegins(stage)) ?? 'source', percent)
          if (left <= 0) return
          await pause(Math.min(reportMs, left), undefined, { signal })
        }
      }
      return {
        async resolve() {
          await work(0, resolveShare)
          return revision
        },
        async scan() {
          await work(resolveShare, 1)
          return outcomeOf(revision, components)
        },
        [Symbol.dispose]() {},
      }
    },
  }
}

function outcomeOf({ type, canonicalUrl, revision, contentDigest = '' }: Revision, components: number): ScannedSource {
  const first = Number.parseInt(contentDigest.slice(0, 8), 16)
  const inventory = Array.from({ length: components }, (_, index) =>
    componentOf((first + 31 * index) % packages, index),
  )
  return {
    source: { type, canonicalUrl, revision, digest: `sha256-${contentDigest}` },
    components: inventory,
    findings: Array.from({ length: findings }, (_, index) => findingOf(contentDigest, index)),
    coverage: {
      detectors: [],
      files: { scanned: 100, bytes: 1_000_000, skipped: [] },
      components: { total: components, method: 'package-lock.json', unresolved: [] },
      advisories: {},
      undecidedAdvisories: 0,
      isolation: 'in-process',
      gaps: [],
    },
    tools: [],
    facts: {
      version: 1,
      keywords: [],
      packages: [],
      serverNames: [],
      hasChangelog: false,
      hasLicenceFile: true,
      hasExamples: false,
      hasTests: true,
      hasTypes: true,
      engines: {},
      platforms: [],
      bin: [],
      transports: ['stdio'],
      sdk: [],
      protocolVersions: [],
      languages: { typescript: 1_000_000 },
      signs: [],
    },
  }
}

function componentOf(number: number, index: number): Component {
  const [name, version] = [`fleet-package-${number}`, `1.${number % 20}.0`]
  return {
    purl: `pkg:npm/${name}@${version}`,
    name,
    version,
    ecosystem: 'npm',
    direct: index < 10,
    dev: false,
    introducedBy: [],
  }
}

function findingOf(digest: string, index: number): DetectedFinding {
  return {
    ruleId: 'command-injection',
    title: 'Command injection in tool "run"',
    message: 'The argument "host" of tool "run" reaches exec() without validation.',
    severity: 'medium',
    precision: 'medium',
    category: 'code',
    cwe: ['CWE-78'],
    owaspMcp: [],
    location: { path: `src/tools/${index}.ts`, startLine: 10 + index },
    fingerprint: createHash('sha256').update(`${digest} ${index}`).digest('hex'),
    remediation: 'Use execFile() instead of exec().',
  }
}
