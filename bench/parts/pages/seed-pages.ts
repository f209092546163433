import { randomBytes, randomUUID } from 'node:crypto'
import { insertAccount } from '../../../src/service/db/accounts/accounts.ts'
import type { DatabaseClient } from '../../../src/service/db/client.ts'
import { insertFindings } from '../../../src/service/db/scans/findings.ts'
import { replaceEntryFindings } from '../../../src/service/db/registry/entries.ts'
import { insertScan } from '../../../src/service/db/scans/scans.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import type { Coverage } from '../../../src/engine/model/scan.ts'

/** Paths of the measured pages. */
export interface SeededPages {
  readonly server: string
  readonly report: string
}

const coverage: Coverage = {
  detectors: [],
  files: { scanned: 200, bytes: 1_000_000, skipped: [] },
  components: { total: 300, method: 'package-lock.json', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process',
  gaps: [],
}

/** Adds findings to one of the generated servers, and creates a report with the same number. */
export async function seedPages({ db, sql }: DatabaseClient, count: number): Promise<SeededPages> {
  const findings = Array.from({ length: count }, (_, number) => madeFinding(number))
  const [server] = await sql<
    { id: string; slug: string }[]
  >`select id, slug from registry_servers where security_score is not null and slug like '%00' order by id limit 1`
  if (!server) throw new Error('no server was made')
  await replaceEntryFindings(
    db,
    server.id,
    findings.map((finding) => ({ finding, firstSeenAt: finding.firstSeenAt })),
  )
  const account = await insertAccount(db, {
    id: randomUUID(),
    name: 'bench pages',
    plan: 'enterprise',
    webhookSecretSealed: randomBytes(32),
  })
  if (!account) throw new Error('the account could not be made')
  const id = `scan_${randomBytes(20).toString('base64url')}`
  const now = new Date()
  await insertScan(db, {
    id,
    accountId: account.id,
    status: 'completed',
    url: 'https://www.npmjs.com/package/made',
    target: { type: 'npm', name: 'made', selector: '1.0.0' },
    sourceType: 'npm',
    failOn: 'high',
    stage: 'finished',
    percent: 100,
    estimatedCompletionAt: now,
    completedAt: now,
    isPrivate: false,
    source: {
      type: 'npm',
      canonicalUrl: 'https://www.npmjs.com/package/made',
      revision: '1.0.0',
      digest: 'sha512-made',
    },
    verdict: 'fail',
    coverage,
    results: {
      securityScore: 12,
      grade: 'F',
      vulnerabilities: { critical: 0, high: 0, medium: count, low: 0, info: 0, total: count },
      partial: false,
      method: '1',
    },
  })
  await insertFindings(db, id, findings)
  return { server: `/servers/${server.slug}`, report: `/scan/${id}` }
}

function madeFinding(number: number): Finding {
  return {
    id: `finding_${number}`,
    ruleId: 'path-traversal',
    title: `The tool read_note_${number} opens what its argument path names`,
    message:
      `The argument path of read_note_${number} comes from whoever calls the tool and names the file that is ` +
      'opened.',
    severity: 'medium',
    precision: 'high',
    category: 'code',
    cwe: ['CWE-22'],
    owaspMcp: [],
    location: {
      path: `src/tools/note-${number}.ts`,
      startLine: number + 1,
      snippet:
        `const file = join(notes, path)\nconst text = await readFile(file, 'utf8')\nreturn { content: [{ ` +
        `type: 'text', text: text + ${number} }] }`,
    },
    trace: [
      { path: `src/tools/note-${number}.ts`, line: number + 1, message: 'path comes in as an argument of the tool' },
      { path: 'src/files.ts', line: 12, message: 'it becomes a path' },
      { path: 'src/files.ts', line: 14, message: 'the file is opened' },
    ],
    fingerprint: `fingerprint-${number}`,
    state: 'new',
    remediation: 'Resolve the path, and refuse it where it does not begin with the folder.',
    firstSeenAt: '2026-01-02T03:04:05.678Z',
  }
}
