import { randomUUID } from 'node:crypto'
import { type installedApp, projectWith } from '../service/github/e2e/installed-app.ts'
import { persistently } from './kill-processes.ts'

type App = Pick<Awaited<ReturnType<typeof installedApp>>, 'repository' | 'compare' | 'send'>

/** Opens a pull request in each of this number of repositories. Resolves to their head commits. */
export async function sendPulls(app: App, count: number, deadline: number): Promise<string[]> {
  const heads: string[] = []
  for (let number = 0; number < count; number += 1) {
    const repository = app.repository(`storm-${number}`)
    const base = repository.git.commit(projectWith({}, { 'README.md': String(number) }))
    const head = repository.git.commit(projectWith({ flawed: '1.0.0' }), {
      refs: ['refs/heads/feature'],
      parents: [base],
    })
    app.compare(repository, base, head)
    const guid = randomUUID()
    const pull = {
      action: 'opened',
      number: 1,
      pull_request: {
        draft: false,
        user: { id: 5, login: 'somebody' },
        head: { sha: head, repo: { id: repository.at.id } },
        base: { sha: base, ref: 'main' },
      },
      repository: repository.payload(),
      installation: repository.installation,
    }
    await persistently(async () => {
      const { status } = await app.send('pull_request', pull, { guid })
      if (status !== 202) throw new Error(`an event was answered with ${status}`)
    }, deadline)
    heads.push(head)
  }
  return heads
}
