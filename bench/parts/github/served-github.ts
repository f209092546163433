import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Content of GitHub in a run: pull requests, each in its own repository, for several owners. */
export interface GitHubWish {
  readonly pulls: number
  readonly owners: number
  /** Path where the certificate of its git server is written. */
  readonly authorityPath: string
  readonly shape: 'lockfile' | 'server'
  /** Delay of the REST API's responses in milliseconds. Requests take effect immediately. */
  readonly responseMs: number
}

export interface ServedPull {
  readonly repositoryId: number
  readonly name: string
  readonly owner: { readonly id: number; readonly login: string }
  readonly installationId: number
  readonly base: string
  readonly head: string
}

export interface ServedGitHub {
  readonly apiUrl: string
  readonly appId: string
  readonly privateKeyPem: string
  readonly webhookSecret: string
  readonly gitPort: number
  readonly pulls: readonly ServedPull[]
}

/** A check run on GitHub, and its creation time in milliseconds since the epoch. */
export interface MadeRun {
  readonly headSha: string
  readonly createdAt: number
  readonly status: string
  readonly conclusion?: string | undefined
  /** Time when the conclusion arrived, in milliseconds since the epoch. */
  readonly concludedAt?: number | undefined
}

/** Starts GitHub in a separate process, so that it shares no thread with the service or the sender. */
export async function serveGitHub(
  wish: GitHubWish,
): Promise<ServedGitHub & AsyncDisposable & { runs(): Promise<readonly MadeRun[]> }> {
  const child = fork(fileURLToPath(new URL('github-process.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(wish)
  const [served] = (await once(child, 'message')) as [ServedGitHub]
  return {
    ...served,
    async runs() {
      child.send('runs')
      const [{ runs, problems }] = (await once(child, 'message')) as [{ runs: MadeRun[]; problems: string[] }]
      if (problems.length > 0) throw new Error(`GitHub would not have taken: ${problems.join('; ')}`)
      return runs
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
