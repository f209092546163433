import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { randomBytes } from 'node:crypto'
import { masterKeyFrom } from '../../../../../src/service/accounts/master-key.ts'
import { startFakeGitHub } from '../../../../support/fake-github/fake-github.ts'
import { runSequence, type SequenceEnd } from './run-sequence.ts'
import { sequenceDatabase } from './sequence-database.ts'
import { storedJobs } from './stored-jobs.ts'

// Sequences of events, responses, and process deaths, on the test's clock and a real PostgreSQL. `CHECK_SEQUENCES` is
// the number of sequences, and `CHECK_SEED` the first seed. A failure contains its seed.
const count = Number(process.env['CHECK_SEQUENCES'] ?? 60)
const firstSeed = Number(process.env['CHECK_SEED'] ?? 1)

const github = await startFakeGitHub()
const { db, sql } = await sequenceDatabase()
const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-05T00:00:00Z') }))
afterEach(() => void expect(github.problems).toEqual([]))
afterAll(async () => {
  vi.useRealTimers()
  await github[Symbol.asyncDispose]()
})

/** Returns what is wrong at the end, as sentences. */
function wrongs(end: SequenceEnd): string[] {
  const { expected, runs, openInDatabase } = end
  const wrong = runs
    .filter(({ status }) => status !== 'completed')
    .map(({ headSha, status }) => `a run of ${headSha.slice(0, 6)} is ${status}`)
  if (openInDatabase > 0) wrong.push(`${openInDatabase} checks are open in the database`)
  const ids = runs.map(({ externalId }) => externalId)
  wrong.push(...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `two runs have the id ${id}`))
  for (const { sha, conclusions, isOptional } of expected) {
    // GitHub shows the newest run with a name.
    const run = runs.findLast(({ headSha }) => headSha === sha)
    if (!run && !isOptional) wrong.push(`${sha.slice(0, 6)} has no run, expected ${conclusions.join(' or ')}`)
    if (run && !conclusions.includes(run.conclusion ?? 'none'))
      wrong.push(
        `${sha.slice(0, 6)} is ${run.conclusion}, expected ${conclusions.join(' or ')}: ` +
          `${run.output.summary?.slice(0, 300)}`,
      )
  }
  return [...wrong, ...wrongsOfReviews(end)]
}

/** Returns what is wrong with comments, reviews, and acceptances. */
function wrongsOfReviews({ notes, commented, wronglyAccepted, hasReviews, accepted }: SequenceEnd): string[] {
  const wrong = wronglyAccepted.map(({ commentId }) => `comment ${commentId} accepts a finding`)
  if (!hasReviews && notes.length + accepted > 0) wrong.push('a repository without settings has comments')
  for (const [note, { length }] of Map.groupBy(notes, ({ kind, pullNumber }) => `${kind} of #${pullNumber}`))
    if (length > 1) wrong.push(`there are ${length} times the ${note}`)
  for (const { number, conclusion } of commented) {
    const [comment, review] = (['comment', 'review'] as const).map((kind) =>
      notes.find((note) => note.kind === kind && note.pullNumber === number),
    )
    if (!review) wrong.push(`#${number} has no review`)
    const word = conclusion === 'failure' ? '**Failed: ' : '**Passed: '
    if (!comment?.body.includes(word))
      wrong.push(`the comment of #${number} does not show ${conclusion}: ${comment?.body.slice(0, 300)}`)
  }
  return wrong
}

it(
  `${count} random sequences end with one run that counts for each commit, and the right conclusion`,
  async () => {
    const jobs = await storedJobs(db, () => new Date())
    const total = { sequences: 0, jobs: 0, runs: 0, notes: 0, accepted: 0, commented: 0, faults: 0, kills: 0 }
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      const end = await runSequence({ db, jobs, github, masterKey }, seed)
      const wrong = wrongs(end)
      if (wrong.length > 0)
        throw new Error(`CHECK_SEED=${seed} CHECK_SEQUENCES=1:\n${wrong.join('\n')}\n\n${end.trace.join('\n')}`)
      total.sequences += 1
      total.jobs += end.jobsRun
      total.runs += end.runs.length
      total.notes += end.notes.length
      total.accepted += end.accepted
      total.commented += end.commented.length
      total.faults += end.faults
      total.kills += end.kills
      github.requests.length = 0
      github.repositories.length = 0
      github.tokens.clear()
      github.pullNotes.length = 0
      if (seed % 20 === 0) process.stdout.write(`${JSON.stringify(total)} ${Math.round(performance.now() / 1_000)} s\n`)
      if (seed % 200 === 0) {
        github.checkRuns.length = 0
        await sql`truncate github_checks, github_deliveries, github_repositories, github_installations, scans,
          accounts cascade`
      }
    }
    process.stdout.write(`sequences: ${JSON.stringify(total)}\n`)
    expect(total.sequences).toBe(count)
  },
  12 * 60 * 60_000,
)
