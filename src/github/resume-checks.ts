import { takeNeglectedChecks } from '../db/github-checks.ts'
import type { GitHubContext } from './github-event.ts'

export const resumeChecksCron = '* * * * *'

/** Longer than any step takes, its retries apart. */
const neglectedMs = 3 * 60_000
const mostChecks = 500

/** A job: has checks looked at that GitHub waits for and that nothing has happened to in a while, so that none hangs for ever. */
export async function resumeChecks({ db, queue }: Pick<GitHubContext, 'db' | 'queue'>, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    for (const checkId of await takeNeglectedChecks(tx, { before: new Date(now.getTime() - neglectedMs), now, most: mostChecks })) {
      await queue.enqueue(tx, 'advance-check', { checkId, force: false }, { key: checkId })
      await queue.enqueue(tx, 'tell-check', { checkId }, { key: checkId })
    }
  })
}
