import { announceRepositoryTo } from '../../../../../src/service/startup/announce-repository.ts'
import { createPrivateKey } from 'node:crypto'
import pino from 'pino'
import type { Database } from '../../../../../src/service/db/client.ts'
import { advanceChecksOnScanFinished } from '../../../../../src/service/github/checks/on-scan-finished.ts'
import { createGitHubClients } from '../../../../../src/service/github/clients.ts'
import type { GitHubContext } from '../../../../../src/service/github/github-event.ts'
import { createGitHubLimits } from '../../../../../src/service/github/github-limits.ts'
import {
  type HttpRequest,
  type HttpResponse,
  type Network,
  NetworkFailure,
} from '../../../../../src/engine/net/network.ts'
import type { Queue } from '../../../../../src/service/queue/queue.ts'
import type { FakeGitHub } from '../../../../support/fake-github/fake-github.ts'

/**
 * Outcome of a request: it gets a response, its response is lost, or the process that sent it is killed before or after
 * GitHub receives it.
 */
export type Fate = 'answered' | 'answer lost' | 'killed before' | 'killed after'

/** A process of the app as GitHub sees it. After its death, its requests get no response. */
export interface MortalProcess {
  readonly context: GitHubContext
  readonly isDead: () => boolean
  /** Resolves when it dies. */
  readonly death: Promise<void>
}

const log = pino({ level: 'silent' })
const forever = new Promise<never>(() => {})

/** @param fateOf decides the outcome of each request */
export function startProcess({
  github,
  db,
  queue,
  masterKey,
  fateOf,
}: {
  github: FakeGitHub
  db: Database
  queue: Queue
  masterKey: GitHubContext['masterKey']
  fateOf: (method: string, url: string) => Fate
}): MortalProcess {
  const death = Promise.withResolvers<void>()
  let isDead = false
  const die = () => {
    isDead = true
    death.resolve()
    return forever
  }
  const send = async (
    method: string,
    { url, headers = {} }: HttpRequest,
    body: string,
  ): Promise<HttpResponse & { readonly body: Buffer }> => {
    if (isDead) return forever
    const fate = fateOf(method, String(url))
    if (fate === 'killed before') return die()
    const { pathname, search } = new URL(String(url))
    const answer = await github.answer({
      method,
      url: `${pathname}${search}`,
      body,
      authorization: headers['authorization'] ?? '',
    })
    if (fate === 'killed after' || isDead) return die()
    if (fate === 'answer lost') throw new NetworkFailure('connection-failed', 'the connection was reset')
    return { status: answer.status, headers: answer.headers, url: String(url), body: Buffer.from(answer.body) }
  }
  const network: Network = {
    get: (request) => send('GET', request, ''),
    post: (request) => send(request.method ?? 'POST', request, String(request.body)),
    download: () => forever,
  }
  const app = {
    host: 'github.com',
    apiUrl: github.apiUrl,
    id: github.appId,
    privateKey: createPrivateKey(github.privateKeyPem),
    webhookSecret: github.webhookSecret,
  }
  const clients = createGitHubClients({ network, app, log, limits: createGitHubLimits(() => Date.now()) })
  return {
    isDead: () => isDead,
    death: death.promise,
    context: {
      db,
      queue,
      masterKey,
      log,
      app,
      clients,
      publicUrl: 'https://assay.example',
      announceScanEnd: advanceChecksOnScanFinished({ queue }),
      announceRepository: announceRepositoryTo({ queue }),
    },
  }
}
