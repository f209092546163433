import { spawn, type SpawnOptions } from 'node:child_process'
import { Socket } from 'node:net'
import { createFrameDecoder, frameOf } from '../../../../src/engine/isolation/frames.ts'

// Scan process that lies about the packages and repositories that it should scan. The name of the target selects the
// lie. It answers nothing else.

const socket = new Socket({ fd: 3, readable: true, writable: true })
socket.on('close', () => process.exit(0))
const decode = createFrameDecoder(1024 * 1024)
const say = (message: object) => socket.write(frameOf(JSON.stringify(message)))

interface Heard {
  readonly kind: string
  readonly session: number
  readonly call?: number
  readonly value?: unknown
  readonly reason?: string
  readonly target?: { readonly type: string; readonly name?: string; readonly repository?: string }
}

const targets = new Map<number, string>()
let latest = 0

socket.on('data', (chunk: Buffer) => {
  for (const { body } of decode(chunk)) hear(JSON.parse(body.toString()) as Heard)
})

function hear({ kind, session, target, value, reason }: Heard): void {
  if (kind === 'configure') say({ kind: 'ready' })
  if (kind === 'open') targets.set(session, target?.name ?? target?.repository ?? '')
  if (kind === 'close' && targets.get(session) !== 'never-ends') say({ kind: 'closed', session })
  if (kind === 'resolve') lie(session, targets.get(session) ?? '')
  const isLate = targets.get(latest) === lateRepository
  if (kind === 'scan' && isLate) return askForAccess(session, lateRepository)
  if (kind === 'answer' && isLate) return void say({ kind: 'scanned', session: latest, scanned: lateResult })
  if (kind === 'scan') say({ kind: 'scanned', session, scanned: scannedAs('https://www.npmjs.com/package/other') })
  // What the worker answers to a call becomes the reason of the failure.
  if (kind === 'answer' || kind === 'refusal')
    say({ kind: 'failed', session: latest, code: 'SOURCE_MALFORMED', reason: reason ?? JSON.stringify(value) })
}

function leaveChild(options: SpawnOptions): void {
  const child = spawn('/bin/sleep', ['30'], options)
  child.once('spawn', () => {
    process.stderr.write(`left ${child.pid}`)
    process.exit(3)
  })
}

const lateRepository = 'https://git.example/late'

function askForAccess(session: number, repository: string): void {
  say({ kind: 'call', session, id: 1, call: { to: 'access', repository } })
}

function lie(session: number, name: string): void {
  latest = session
  const call = (words: object) => say({ kind: 'call', session, id: 1, call: words })
  const lies: Readonly<Record<string, () => unknown>> = {
    'no-message': () => socket.write(Buffer.from([0, 0, 0, 4, 1, 2, 3, 4])),
    'unknown-form': () => say({ kind: 'resolved', session, revision: { type: 'npm' } }),
    'many-invalid-values': () =>
      call({ to: 'advisories-match', components: Array.from({ length: 500_000 }, () => ({})) }),
    'many-calls': () => {
      for (let sent = 0; sent < 10_000; sent++) call({ to: 'server-names', ecosystem: 'npm' })
    },
    'many-parts': () => {
      const component = { purl: 'pkg:npm/a@1', name: 'a', version: '1', ecosystem: 'npm', direct: true, dev: false }
      const items = Array.from({ length: 400 }, () => ({ ...component, introducedBy: [] }))
      for (let sent = 0; sent < 1_000; sent++) say({ kind: 'part', session, part: { list: 'components', items } })
    },
    'never-reads': () =>
      call({
        to: 'read-package',
        task: { task: 'summarize', version: { ecosystem: 'npm', name: 'never-read', version: '1.0.0' } },
      }),
    'many-values': () => call({ to: 'keep-results', results: Array.from({ length: 3_000_000 }, () => []) }),
    'forged-text': () => say({ kind: 'failed', session, code: 'SOURCE_MALFORMED', reason: 'a\n\u001b[31mb' }),
    'other-source': () => say({ kind: 'resolved', session, revision: revisionOf('other') }),
    'other-scan': () => say({ kind: 'resolved', session, revision: revisionOf('other-scan') }),
    'other-account': () => call({ to: 'find-results', files: [['account:bert', 'class', 'digest']] }),
    'other-results': () =>
      call({ to: 'find-results', files: [['source:https://git.example/popular', 'class', 'digest']] }),
    'writes-shared-results': () =>
      call({ to: 'keep-results', results: [{ file: ['public', 'class', 'digest'], result: {} }] }),
    'writes-shared-units': () =>
      call({ to: 'keep-units', units: [{ file: ['public', 'class', 'digest'], unit: 'AAAA' }] }),
    'writes-account-results': () =>
      call({ to: 'keep-results', results: [{ file: ['account:anna', 'class', 'digest'], result: {} }] }),
    'own-account': () => call({ to: 'find-results', files: [['account:anna', 'class', 'digest']] }),
    'https://git.example/shop': () => call({ to: 'access', repository: 'https://git.example/other' }),
    'https://git.example/own': () => call({ to: 'access', repository: 'https://git.example/own' }),
    'https://git.example/moved': () =>
      say({
        kind: 'resolved',
        session,
        revision: { ...revisionOf(''), type: 'git', canonicalUrl: 'https://git.example/popular' },
      }),
    [lateRepository]: () =>
      say({ kind: 'resolved', session, revision: { ...revisionOf(''), type: 'git', canonicalUrl: lateRepository } }),
    'closes-early': () => say({ kind: 'closed', session }),
    'leaves-a-child': () => {
      // It keeps the socket and standard error open.
      spawn('/bin/sleep', ['30'], { detached: true, stdio: ['ignore', 'ignore', 2, 3] }).once('spawn', () =>
        process.exit(3),
      )
    },
    'leaves-a-child-in-its-group': () => leaveChild({ stdio: 'ignore' }),
    'leaves-a-child-in-its-session': () => leaveChild({ stdio: 'ignore', detached: true }),
    'never-ends': () => undefined,
    ends: () => process.exit(3),
  }
  lies[name]?.()
}

const revisionOf = (name: string) => ({
  type: 'npm',
  canonicalUrl: `https://www.npmjs.com/package/${name}`,
  revision: '1.0.0',
  contentDigest: 'a'.repeat(64),
})

function scannedAs(canonicalUrl: string, type = 'npm') {
  const none = { hasChangelog: false, hasLicenceFile: false, hasExamples: false, hasTests: false, hasTypes: false }
  const lists = { keywords: [], packages: [], serverNames: [], platforms: [], bin: [], transports: [], sdk: [] }
  return {
    source: { type, canonicalUrl, revision: '1.0.0', digest: 'sha512-0' },
    components: [],
    findings: [],
    coverage: {
      detectors: [],
      files: { scanned: 0, bytes: 0, skipped: [] },
      components: { total: 0, unresolved: [], method: 'nothing' },
      advisories: {},
      undecidedAdvisories: 0,
      gaps: [],
      isolation: 'in-process',
    },
    tools: [],
    facts: { version: 1, engines: {}, languages: {}, protocolVersions: [], signs: [], ...none, ...lists },
  }
}

const lateResult = scannedAs(lateRepository, 'git')
