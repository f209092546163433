/** Creates the reports that the README shows, from real scans of `test/corpus/example`. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scan } from '../../src/engine/index.ts'
import type { ScanReport } from '../../src/engine/model/scan-report.ts'
import { defaultReportOn } from '../../src/engine/reports/check-run/check-run-input.ts'
import { checkRunTexts, type CheckRunTexts } from '../../src/engine/reports/check-run/check-run.ts'
import { terminalReport } from '../../src/engine/reports/terminal-report.ts'
import { compareFindings } from '../../src/engine/scanner/compare.ts'
import { judge } from '../../src/engine/scanner/judge.ts'
import { toolDifferences } from '../../src/engine/reports/changes/tool-differences.ts'

/** The command that the README shows, relative to the root of the repository. */
export const exampleCommand = 'npm run -s assay -- scan test/corpus/example --without vulnerable-dependencies'

const root = fileURLToPath(new URL('../..', import.meta.url))
const example = 'test/corpus/example'
/** The file with the tool that the example pull request adds. */
const addedFile = 'src/tools/ping.js'

export interface ExampleReports {
  /** Output of the command in a terminal of 100 columns, with and without colors. */
  readonly colored: string
  readonly plain: string
  /** Lines that the program in `docs/how-to/library.md` prints. */
  readonly listed: readonly string[]
  /** Check run of a pull request that adds the tool `ping_host`. */
  readonly checkRun: CheckRunTexts
}

/** Scans the example, and the example before its pull request. Needs no network. */
export async function exampleReports(): Promise<ExampleReports> {
  const head = await scanFolder(join(root, example))
  const base = await scanBeforePullRequest()
  return {
    colored: terminalText(head, true),
    plain: terminalText(head, false),
    listed: [
      `${head.verdict} ${head.results?.grade} ${head.results?.securityScore}`,
      ...head.findings.map(({ severity, title, location }) => `${severity} ${title} ${location?.path}`),
    ],
    checkRun: checkRunOf(base, head),
  }
}

async function scanFolder(folder: string): Promise<ScanReport> {
  // Scanning a folder contacts no registry.
  const none = 'https://registry.example/'
  return scan(folder, {
    registries: {
      npm: none,
      publicNpm: none,
      pypi: none,
      pypiFiles: none,
      maven: none,
      crates: none,
      sigstoreTrust: none,
    },
    without: new Set(['vulnerable-dependencies']),
  })
}

async function scanBeforePullRequest(): Promise<ScanReport> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-example-'))
  try {
    cpSync(join(root, example), folder, { recursive: true })
    rmSync(join(folder, addedFile))
    const server = readFileSync(join(folder, 'src/server.js'), 'utf8')
    writeFileSync(
      join(folder, 'src/server.js'),
      server
        .split('\n')
        .filter((line) => !isAdded(line))
        .join('\n'),
    )
    return await scanFolder(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isAdded = (line: string) => line.includes('registerPing')

/** Replaces the root of the repository with the path that a reader would see. */
function terminalText(report: ScanReport, color: boolean): string {
  return terminalReport(report, { columns: 100, color }).replaceAll(root, '/home/you/assay/')
}

function checkRunOf(base: ScanReport, head: ScanReport): CheckRunTexts {
  const before = new Map(base.findings.map(({ fingerprint, firstSeenAt }) => [fingerprint, firstSeenAt]))
  const findings = compareFindings(head.findings, before, new Date())
  const gaps = head.coverage?.gaps ?? []
  return checkRunTexts({
    ...judge(findings, { gaps, failOn: 'high', onlyNew: true }),
    findings,
    isCompared: true,
    gaps,
    failOn: 'high',
    reportOn: defaultReportOn,
    changes: { tools: toolDifferences(base.tools ?? [], head.tools ?? []), dependencies: [] },
    changedLines: new Map([
      [addedFile, [[1, linesOf(addedFile).length]]],
      [
        'src/server.js',
        linesOf('src/server.js').flatMap((line, index) => (isAdded(line) ? [[index + 1, index + 1] as const] : [])),
      ],
    ]),
    links: {
      reportUrl: 'https://assay.example/scan/example',
      rulesUrl: 'https://assay.example/rules',
      filesUrl: `https://github.com/acme/demo/blob/${'0'.repeat(40)}`,
    },
  })
}

const linesOf = (path: string) =>
  readFileSync(join(root, example, path), 'utf8')
    .trimEnd()
    .split('\n')
