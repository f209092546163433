import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Snapshot } from '../../../../src/engine/model/snapshot.ts'
import { createAddressGuard, type Resolve } from '../../../../src/engine/net/address-guard.ts'
import { createGuardedConnect } from '../../../../src/engine/net/connections.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { parseTarget } from '../../../../src/engine/sources/accept-url.ts'
import { gitLimits, type GitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { gitSource } from '../../../../src/engine/sources/git/git.ts'
import type { GitReach, ResolvedGitSource, SourceContext } from '../../../../src/engine/sources/source.ts'
import { afterFile } from '../../../support/after-file.ts'
import { sourceContext } from '../../../support/source-context.ts'

export interface ReadingOptions {
  readonly branch?: string
  readonly limits?: Partial<GitLimits>
  readonly signal?: AbortSignal
  readonly credentialFor?: GitReach['accessFor']
  /** By default, names resolve to 127.0.0.1. */
  readonly resolve?: Resolve
  readonly allowedNetworks?: string
  readonly githubHost?: string
  readonly onProgress?: (share: number) => void
}

const loopback: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]

/** Creates a context. `leftovers` lists the files in its temporary folder. */
export function reading({
  limits,
  signal,
  credentialFor,
  resolve = loopback,
  allowedNetworks = 'source=127.0.0.1/32',
  githubHost,
  onProgress,
}: ReadingOptions = {}) {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'git-reading-'))
  afterFile(() => rmSync(temporaryFolder, { recursive: true, force: true }))
  const context: SourceContext = sourceContext({
    git: {
      connect: createGuardedConnect(
        createAddressGuard({ allowedNetworks: parseAllowedNetworks(allowedNetworks), resolve }),
      ),
      temporaryFolder,
      ...(credentialFor && { accessFor: credentialFor }),
      ...(githubHost !== undefined && { githubHost }),
    },
    signal: signal ?? AbortSignal.timeout(25_000),
    ...(onProgress && { onProgress }),
  })
  return {
    context,
    temporaryFolder,
    source: gitSource({ ...gitLimits, maxAttempts: 1, ...limits }),
    leftovers: () => readdirSync(temporaryFolder),
  }
}

/** Resolves a URL like a submission. */
export async function resolveUrl(url: string, options: ReadingOptions = {}): Promise<ResolvedGitSource> {
  const { context, source, leftovers } = reading(options)
  try {
    return await source.resolve(context, gitTarget(url, options.branch))
  } finally {
    expect(leftovers(), 'what is left in the temporary folder').toEqual([])
  }
}

/** Resolves and fetches a URL like a scan. */
export async function readUrl(
  url: string,
  options: ReadingOptions = {},
): Promise<{ readonly resolved: ResolvedGitSource; readonly snapshot: Snapshot }> {
  const { context, source, leftovers } = reading(options)
  try {
    const resolved = await source.resolve(context, gitTarget(url, options.branch))
    return { resolved, snapshot: await source.fetch(context, resolved) }
  } finally {
    expect(leftovers(), 'what is left in the temporary folder').toEqual([])
  }
}

function gitTarget(url: string, branch: string | undefined) {
  const target = parseTarget(url, { branch })
  if (target.type !== 'git') throw new Error(`${url} is no repository`)
  return target
}

/** Returns the contents by path. */
export const textsOf = ({ files }: Snapshot) =>
  Object.fromEntries([...files].map(([path, { content }]) => [path, content.toString()]))
