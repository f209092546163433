/**
 * Draws check runs of six pull requests, from scans of `test/corpus/example` with changes and invented advisories.
 * Needs no network. `npm run pictures:pull-requests FOLDER` writes them, to show how a change of the texts looks.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AdvisoryStore } from '../../src/engine/advisories/advisory-store.ts'
import { scan } from '../../src/engine/index.ts'
import type { Component } from '../../src/engine/model/component.ts'
import type { ScanReport } from '../../src/engine/model/scan-report.ts'
import type { DependencyDifference } from '../../src/engine/reports/changes/project-changes.ts'
import { toolDifferences } from '../../src/engine/reports/changes/tool-differences.ts'
import { defaultReportOn } from '../../src/engine/reports/check-run/check-run-input.ts'
import { checkRunTexts, type CheckRunTexts } from '../../src/engine/reports/check-run/check-run.ts'
import type { ChangedLines, LineRange } from '../../src/engine/reports/check-run/changed-lines.ts'
import { compareFindings } from '../../src/engine/scanner/compare.ts'
import { judge } from '../../src/engine/scanner/judge.ts'
import { readFixes } from '../../src/service/github/checks/read-fixes.ts'
import { checkRunPicture } from './check-run-picture.ts'

const example = fileURLToPath(new URL('../../test/corpus/example', import.meta.url))

/** The text of each file by its path. Undefined removes the file. */
type Files = Readonly<Record<string, string | undefined>>
type PullRequest = 'clean' | 'injection' | 'vulnerable-dependency' | 'dangerous-tool' | 'many-findings' | 'fix'

const textOf = (path: string) => readFileSync(join(example, path), 'utf8')
const withoutPing: Files = {
  'src/tools/ping.js': undefined,
  'src/server.js': textOf('src/server.js').replaceAll(/^.*registerPing.*\n/gm, ''),
}
const vulnerable = { name: 'notes-index', version: '1.2.0' }
const dependencyChanges = addedDependency()

const pulls: Readonly<Record<PullRequest, { readonly base: Files; readonly head: Files } & Partial<Dependencies>>> = {
  clean: {
    base: withoutPing,
    head: { ...withoutPing, 'src/tools/notes.js': `// Tools that read notes.\n${textOf('src/tools/notes.js')}` },
  },
  injection: { base: withoutPing, head: {} },
  'vulnerable-dependency': {
    base: withoutPing,
    head: { ...withoutPing, ...dependencyChanges },
    dependencies: [
      { kind: 'added', ecosystem: 'npm', name: vulnerable.name, before: [], after: ['1.2.0'], isDirect: true },
    ],
  },
  'dangerous-tool': {
    base: withoutPing,
    head: {
      'src/tools/ping.js': tool(
        'clear_notes',
        "await rm('notes', { recursive: true, force: true })",
        'rm',
        'fs/promises',
      ),
    },
  },
  'many-findings': {
    base: withoutPing,
    head: {
      ...withoutPing,
      ...Object.fromEntries(
        Array.from({ length: 130 }, (_, index) => [
          `src/tools/run-${index + 1}.js`,
          tool(`run_${index + 1}`, 'execSync(`report ${host}`)', 'execSync', 'child_process'),
        ]),
      ),
    },
  },
  fix: { base: {}, head: withoutPing },
}

interface Dependencies {
  readonly dependencies: readonly DependencyDifference[]
}

/** Returns the texts of the check run of a pull request. */
export async function checkRunOfPull(pull: PullRequest): Promise<CheckRunTexts> {
  const { base, head, dependencies = [] } = pulls[pull]
  const [before, after] = [await scanOnce(base), await scanOnce(head)]
  const known = new Map(before.findings.map(({ fingerprint, firstSeenAt }) => [fingerprint, firstSeenAt]))
  const found = compareFindings(after.findings, known, new Date())
  const left = new Set(found.map(({ fingerprint }) => fingerprint))
  const fixed = before.findings
    .filter(({ fingerprint }) => !left.has(fingerprint))
    .map((finding) => ({ ...finding, state: 'fixed' as const }))
  const gaps = after.coverage?.gaps ?? []
  const changedLines = changedLinesOf(base, head)
  return checkRunTexts({
    ...judge(found, { gaps, failOn: 'high', onlyNew: true }),
    findings: [...found, ...fixed],
    isCompared: true,
    gaps,
    failOn: 'high',
    reportOn: defaultReportOn,
    changes: { tools: toolDifferences(before.tools ?? [], after.tools ?? []), dependencies },
    changedLines,
    fixes: await readFixes(found, changedLines, async (path) => contentOf(head, path)),
    links: {
      reportUrl: 'https://assay.example/scan/example',
      rulesUrl: 'https://assay.example/rules',
      filesUrl: `https://github.com/acme/demo/blob/${'0'.repeat(40)}`,
    },
  })
}

export const pullRequests = Object.keys(pulls) as readonly PullRequest[]

/** Advisories for one package. */
const advisories: AdvisoryStore = {
  ready: async () => ({ date: { syncedAt: new Date().toISOString() } }),
  match: async (components) => ({
    matches: components
      .filter(({ name, version }) => name === vulnerable.name && version === vulnerable.version)
      .flatMap((component) => [
        matchOf(component, { id: 'GHSA-0000-0000-0001', fixedVersion: '1.2.4', summary: 'Path traversal' }),
        matchOf(component, { id: 'GHSA-0000-0000-0002', fixedVersion: '1.3.0', summary: 'Prototype pollution' }),
      ]),
    unknownUpperBounds: 0,
  }),
  unreadable: async () => [],
}

function matchOf(
  component: Component,
  { id, fixedVersion, summary }: { readonly id: string; readonly fixedVersion: string; readonly summary: string },
) {
  const url = `https://osv.dev/vulnerability/${id}`
  return {
    component,
    advisory: { id, aliases: [], url, fixedVersion },
    summary,
    severity: 'high' as const,
    cwe: [],
    malicious: false,
  }
}

const scans = new Map<Files, Promise<ScanReport>>()

/** Scans the example with these files. Pull requests that share a state of the files share its scan. */
function scanOnce(files: Files): Promise<ScanReport> {
  const known = scans.get(files) ?? scanWith(files)
  scans.set(files, known)
  return known
}

async function scanWith(files: Files): Promise<ScanReport> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-pull-'))
  // Scanning a folder contacts no registry.
  const none = 'https://registry.example/'
  try {
    cpSync(example, folder, { recursive: true })
    for (const [path, text] of Object.entries(files))
      if (text === undefined) rmSync(join(folder, path))
      else writeFileSync(join(folder, path), text)
    return await scan(folder, {
      advisories,
      registries: {
        npm: none,
        publicNpm: none,
        pypi: none,
        pypiFiles: none,
        maven: none,
        crates: none,
        sigstoreTrust: none,
      },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the text of a file after changes to the example. */
function contentOf(files: Files, path: string): string | undefined {
  if (path in files) return files[path]
  return existsSync(join(example, path)) ? textOf(path) : undefined
}

/** Returns the lines of each file in the head that its base does not have. */
function changedLinesOf(base: Files, head: Files): ChangedLines {
  const all = readdirSync(example, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(example.length + 1))
  const ranges = [...new Set([...all, ...Object.keys(head)])].map((path): [string, LineRange[]] => {
    const old = new Set(contentOf(base, path)?.split('\n'))
    const lines = contentOf(head, path)?.trimEnd().split('\n') ?? []
    return [path, lines.flatMap((line, index) => (old.has(line) ? [] : [[index + 1, index + 1] as const]))]
  })
  return new Map(ranges.filter(([, lines]) => lines.length > 0))
}

function addedDependency(): Files {
  const { name, version } = vulnerable
  const manifest = textOf('package.json').replace('"zod":', `"${name}": "^${version}",\n    "zod":`)
  const lockfile = textOf('package-lock.json')
    .replace('"zod":', `"${name}": "^${version}",\n        "zod":`)
    .replace('"node_modules/zod": {', `"node_modules/${name}": {\n      "version": "${version}"\n    },\n    $&`)
  return { 'package.json': manifest, 'package-lock.json': lockfile }
}

function tool(name: string, statement: string, imported: string, from: string): string {
  return [
    `import { ${imported} } from 'node:${from}'`,
    "import { z } from 'zod'",
    '',
    'export function registerPing(server) {',
    '  server.registerTool(',
    `    '${name}',`,
    "    { description: 'Manages notes of a host.', inputSchema: { host: z.string() } },",
    '    async ({ host }) => {',
    `      ${statement}`,
    "      return { content: [{ type: 'text', text: 'done' }] }",
    '    },',
    '  )',
    '}',
    '',
  ].join('\n')
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Name the folder for the pictures.')
  mkdirSync(folder, { recursive: true })
  for (const pull of pullRequests)
    writeFileSync(join(folder, `${pull}.svg`), checkRunPicture(await checkRunOfPull(pull)))
}
