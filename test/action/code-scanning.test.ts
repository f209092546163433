import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Log } from 'sarif'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fittedSarif, type UploadLimits } from '../../src/engine/reports/fitted-sarif.ts'
import { type ScannedFindings, uploadFindings, uploadLimits } from '../../action/src/code-scanning/upload-findings.ts'
import { uploadPlace } from '../../action/src/code-scanning/upload-place.ts'
import { startDeadline } from '../../action/src/deadline.ts'
import { createRunner } from '../../action/src/runner.ts'
import type { Finding } from '../../src/engine/model/finding.ts'
import { assay } from '../../src/engine/model/product.ts'
import { sarifLog } from '../../src/engine/reports/sarif.ts'
import { dependencyFinding, storedFinding } from '../support/findings.ts'
import { type PlayedAnswer, startCodeScanning } from './support/code-scanning.ts'
import { commandsIn } from './support/run-action.ts'

const [sha, head] = ['a'.repeat(40), 'b'.repeat(40)]
const logOf = (findings: readonly Finding[]) =>
  sarifLog([{ id: 'file:///workspace', findings, gaps: [] }], { rules: [], tool: assay })
const flaw = (index: number, severity: Finding['severity'] = 'low') =>
  dependencyFinding(`GHSA-${String(index).padStart(4, '0')}`, { severity, fingerprint: `f${index}` })

let github: Awaited<ReturnType<typeof startCodeScanning>>
const folder = mkdtempSync(join(tmpdir(), 'assay-event-'))
const eventPath = join(folder, 'event.json')
beforeAll(async () => {
  github = await startCodeScanning()
  writeFileSync(eventPath, JSON.stringify({ pull_request: { number: 7, head: { sha: head } } }))
})
afterAll(async () => {
  await github[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

interface Played {
  readonly scanned?: Partial<ScannedFindings>
  readonly answers?: readonly PlayedAnswer[]
  readonly states?: readonly object[]
  readonly onError?: 'fail' | 'neutral'
  readonly environment?: Readonly<Record<string, string>>
  readonly findings?: readonly Finding[]
  readonly timeMs?: number
}

/** Uploads the findings of a push to `main`, unless `played` changes the environment. */
async function upload(played: Played = {}) {
  const { answers = [], states = [], onError = 'fail', environment, findings = [flaw(1)], timeMs = 20_000 } = played
  github.play(answers, states)
  let log = ''
  const outputs: string[] = []
  const runner = {
    ...createRunner({}, (text) => (log += text)),
    output: (name: string, value: string) => void outputs.push(`${name}=${value}`),
  }
  const code = await uploadFindings(
    {
      environment: {
        GITHUB_API_URL: github.url,
        GITHUB_REPOSITORY: 'acme/app',
        GITHUB_SHA: sha,
        GITHUB_REF: 'refs/heads/main',
        GITHUB_RUN_ID: '42',
        ...environment,
      },
      runner,
      deadline: startDeadline(timeMs),
    },
    {
      sarif: async () => JSON.stringify(logOf(findings)),
      commit: sha,
      isPartial: false,
      isUntrusted: false,
      ...played.scanned,
    },
    { githubToken: 'ghs_fake', onError },
  )
  return { code, log, outputs, commands: commandsIn(log), uploads: [...github.uploads], asked: [...github.asked] }
}

describe('an upload to code scanning', () => {
  it('sends the findings of the commit, and waits until GitHub has processed them', async () => {
    const { code, log, outputs, uploads, asked } = await upload({ states: [{ processing_status: 'pending' }] })
    expect([code, outputs], log).toEqual([0, ['sarif-id=b1c2-d3']])
    expect(log).toContain('Uploaded 1 finding to code scanning for refs/heads/main.')
    expect(uploads).toMatchObject([{ authorization: 'Bearer ghs_fake', commit: sha, ref: 'refs/heads/main' }])
    expect(uploads[0]?.log.runs).toMatchObject([{ automationDetails: { id: 'assay/42' } }])
    expect(asked.slice(1)).toEqual(Array(2).fill('GET /repos/acme/app/code-scanning/sarifs/b1c2-d3'))
  })

  it('fails with the reason of GitHub if GitHub rejects the content', async () => {
    const rejected = { processing_status: 'failed', errors: ['rejecting SARIF,\nas there are more runs ##[error]'] }
    const { code, commands } = await upload({ states: [rejected] })
    expect(code).toBe(1)
    expect(commands).toMatchObject([
      {
        name: 'error',
        message: 'Code scanning rejected the findings: rejecting SARIF, as there are more runs # #[error]',
      },
    ])
  })

  const pending = { processing_status: 'pending' }
  it('leaves findings to GitHub that it does not process in time', async () => {
    const { code, log } = await upload({ states: [pending, pending, pending], timeMs: 2_500 })
    expect([code, log.includes('GitHub still processes the upload.')]).toEqual([0, true])
  })

  const forbidden = { status: 403, body: { message: 'Resource not accessible by integration' } }
  it.each<[string, PlayedAnswer, string]>([
    [
      'the permission is missing',
      forbidden,
      'status 403 (Resource not accessible by integration). Grant the job the security-events: write permission.',
    ],
    [
      'code scanning is off',
      { status: 404, body: { message: 'Not Found' } },
      'status 404 (Not Found). Enable code scanning',
    ],
    [
      'code scanning costs',
      { status: 403, body: { message: 'Advanced Security must be enabled for this repository to use code scanning.' } },
      'Enable code scanning',
    ],
    ['the file is too large', { status: 413 }, 'status 413. The findings are too large for one upload.'],
    ['the answer is no receipt', { status: 202, body: { id: '../x' } }, 'status 202'],
    ['GitHub sends it elsewhere', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }, 'status 307'],
    ['the ref is wrong', { status: 422, body: ['not an object'] }, 'status 422'],
  ])('fails if %s, and only warns with on-error: neutral', async (_name, answer, message) => {
    const { code, commands, outputs, uploads } = await upload({ answers: [answer] })
    expect([code, outputs, uploads.length]).toEqual([1, [], 1])
    expect(commands).toMatchObject([{ name: 'error', message: expect.stringContaining(message) as string }])
    const neutral = await upload({ answers: [answer], onError: 'neutral' })
    expect([neutral.code, neutral.commands.map(({ name }) => name)]).toEqual([0, ['warning']])
  })

  it('is a notice for a pull request from a fork, whose token may only read', async () => {
    const { code, commands } = await upload({ answers: [forbidden], scanned: { isUntrusted: true } })
    expect(code).toBe(0)
    expect(commands).toMatchObject([{ name: 'notice', message: expect.stringContaining('from forks') as string }])
  })

  it.each([
    ['an outage', { status: 503 }],
    ['a rate limit', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }],
    ['a short rate limit', { status: 403, headers: { 'retry-after': '1' } }],
  ])('is repeated after %s', async (_name, answer) => {
    const { code, uploads, log } = await upload({ answers: [answer] })
    expect([code, uploads.length], log).toEqual([0, 2])
  })

  it('ends in time if GitHub does not answer', async () => {
    const startedAt = performance.now()
    const { code, commands } = await upload({ answers: ['never', 'never'], timeMs: 1_500 })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect([code, commands.map(({ name }) => name)]).toEqual([1, ['error']])
  })

  it.each<[string, Partial<ScannedFindings>, Readonly<Record<string, string>>]>([
    ['an incomplete scan', { isPartial: true }, {}],
    ['no known commit', { commit: undefined }, {}],
    ['another commit', { commit: 'c'.repeat(40) }, {}],
    ['a merge queue', {}, { GITHUB_REF: 'refs/heads/gh-readonly-queue/main/pr-1-abc' }],
  ])('does not happen for %s, and says why', async (_name, scanned, environment) => {
    const { code, commands, asked } = await upload({ scanned, environment })
    expect([code, asked]).toEqual([0, []])
    expect(commands).toMatchObject([
      { name: 'notice', message: expect.stringContaining('are not in code scanning') as string },
    ])
  })

  it('is for the head of a pull request if that was scanned, also in a workflow of the base branch', async () => {
    const environment = { GITHUB_EVENT_PATH: eventPath }
    const { uploads } = await upload({ scanned: { commit: head }, environment })
    expect(uploads).toMatchObject([{ commit: head, ref: 'refs/pull/7/head' }])
  })
})

describe('the ref of an upload', () => {
  const none = { head: undefined, number: undefined }
  it.each([
    ['refs/pull/7/merge', sha, 'refs/pull/7/merge'],
    ['refs/tags/v1', sha, 'refs/tags/v1'],
    ['refs/heads/a/b', sha, 'refs/heads/a/b'],
    ['refs/heads/main', head, 'refs/pull/7/head'],
    ['refs/notes/x', sha, undefined],
    ['', sha, undefined],
  ])('of a run for %s at %s is %s', (ref, commit, expected) => {
    expect(uploadPlace({ GITHUB_REF: ref, GITHUB_SHA: sha }, { head, number: 7 }, commit)?.ref).toBe(expected)
  })

  it('is never a branch for the head of a pull request', () => {
    expect(uploadPlace({ GITHUB_REF: 'refs/heads/main', GITHUB_SHA: sha }, { head, number: undefined }, head)).toBe(
      undefined,
    )
    expect(uploadPlace({ GITHUB_REF: 'refs/heads/main', GITHUB_SHA: sha }, none, undefined)).toBe(undefined)
  })
})

describe('a file for code scanning', () => {
  const fitted = async (log: Log, limits: UploadLimits = uploadLimits) => {
    const { content, ...others } = await fittedSarif(log, limits)
    const { runs: [run] = [] } = JSON.parse(gunzipSync(Buffer.from(content, 'base64')).toString()) as Log
    return { ...others, bytes: content.length, run, results: run?.results ?? [] }
  }

  it('has the 5,000 most severe findings, their rules only, and counts the others', async () => {
    const findings = Array.from({ length: 26_000 }, (_, index) => flaw(index, index % 10 === 9 ? 'high' : 'info'))
    const { results, omitted, run } = await fitted(logOf(findings))
    expect([results.length, omitted]).toEqual([5_000, 21_000])
    expect(results.filter(({ level }) => level === 'error')).toHaveLength(2_600)
    const rules = run?.tool.driver.rules ?? []
    expect(rules).toHaveLength(5_000)
    for (const { ruleId, ruleIndex = -1 } of results) expect(rules[ruleIndex]?.id).toBe(ruleId)
    expect(JSON.stringify(run?.invocations)).toContain(
      'Code scanning does not receive the 21000 least severe findings, because GitHub limits the size of an upload.',
    )
  }, 60_000)

  it('is below the size, and keeps the worst of findings that do not compress', async () => {
    const noise = () => randomBytes(2_000).toString('base64')
    const findings = Array.from({ length: 100 }, (_, index) =>
      storedFinding({ severity: index === 50 ? 'critical' : 'medium', fingerprint: `f${index}`, message: noise() }),
    )
    const { bytes, results, omitted } = await fitted(logOf(findings), { maxResults: 5_000, maxBytes: 50_000 })
    expect(bytes).toBeLessThanOrEqual(50_000)
    expect([results.length, omitted, results[0]?.properties?.['severity']]).toEqual([12, 88, 'critical'])
    const none = await fitted(logOf(findings), { maxResults: 5_000, maxBytes: 100 })
    expect([none.results.length, none.omitted]).toEqual([0, 100])
  })

  it('has no suppressed finding, and the fingerprints of the others unchanged', async () => {
    const kept = storedFinding({ fingerprint: 'kept', state: 'existing' })
    const { results, omitted } = await fitted(logOf([storedFinding({ state: 'suppressed' }), kept]))
    expect([results.length, omitted]).toEqual([1, 0])
    expect(results[0]?.partialFingerprints?.['assay/v1']).toBe('kept')
  })
})
