import type { GitCredential } from '../../../engine/sources/source.ts'
import { answerCall, type WorkerStores } from './answer-call.ts'
import type { Call } from './messages.ts'
import type { OpenSession } from './open-session.ts'
import type { PackageReads } from './packages/package-reads.ts'
import { PrivateSource } from './private-source.ts'

export interface AnswerContext {
  readonly stores: WorkerStores
  /** Reads published packages in another process. Absent for that process itself. */
  readonly packages: PackageReads | undefined
  /** True if the fetcher of this process may get credentials. */
  readonly holdsCredentials: boolean
  /** Lends a credential to the fetcher for the session. */
  readonly lend: (repository: string, credential: GitCredential) => Promise<void>
  /** Called when a read of a package starts or stops to wait. */
  readonly onWait: (isWaiting: boolean) => void
}

/**
 * Answers a call of a session. Rejects if the session has ended, or if it may not make this call. Only the names of
 * servers belong to all scans: the scan that asks for them may end before others that wait for them.
 */
export async function answerSession(
  { stores, packages, holdsCredentials, lend, onWait }: AnswerContext,
  session: OpenSession | undefined,
  call: Call,
): Promise<unknown> {
  if (call.to === 'server-names') return (await stores.serverNames?.(call.ecosystem)) ?? []
  const open = () => {
    if (!session || session.closing) throw new Error('the scan has ended')
    return session
  }
  const { target, options, canonicalUrl } = open()
  if (!target && call.to !== 'advisories-match') throw new Error('the read of a package asked for data of scans')
  if (call.to === 'read-package') {
    if (!packages) throw new Error('this process cannot ask for packages')
    const answer = await packages.read(call.task, { owner: open(), signal: open().over.signal, onWait })
    open()
    return answer
  }
  const { accountId, signal, credentialFor } = options
  const value = await answerCall(
    stores,
    {
      accountId,
      isOfAccount: holdsCredentials,
      signal,
      canonicalUrl,
      repository: target?.type === 'git' ? target.repository : undefined,
      ...(credentialFor && { credentialFor }),
      async lend(repository, credential) {
        if (!holdsCredentials) return refuseCredential(open())
        // The fetcher may use it before it answers.
        open().hasCredential = true
        await lend(repository, credential)
      },
    },
    call,
  )
  open()
  return value
}

function refuseCredential({ pending }: OpenSession): never {
  const refusal = new PrivateSource()
  pending?.reject(refusal)
  throw refusal
}
