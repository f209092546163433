import { listNeglectedChecks } from '../db/github-checks.ts'
import type { GitHubContext } from './github-event.ts'

export const resumeChecksCron = '* * * * *'

/** Longer than any step takes, its retries apart. */
const neglectedMs = 3 * 60_000
const mostChecks = 500

/** A job: has checks looked at that GitHub waits for and that nothing has happened to in a while, so that none hangs for ever. */
export async function resumeChecks({ db, queue }: Pick<GitHubContext, 'db' | 'queue'>, now: Date): Promise<void> {
  for (const checkId of await listNeglectedChecks(db, new Date(now.getTime() - neglectedMs), mostChecks)) {
    await queue.enqueue(db, 'advance-check', { checkId, force: false })
    await queue.enqueue(db, 'tell-check', { checkId }, { key: checkId })
  }
}
