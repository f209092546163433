import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { ScanFailure } from '../../../src/engine/model/failure.ts'
import { createAddressGuard, type Resolve } from '../../../src/engine/net/address-guard.ts'
import { createGuardedConnect } from '../../../src/engine/net/connections.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { fetchSource, resolveSource } from '../../../src/engine/sources/fetch-source.ts'
import type { SourceContext } from '../../../src/engine/sources/source.ts'
import { withRealSockets } from '../../engine/net/loopback.ts'
import { watchConnections } from '../../support/connection-watch.ts'
import { gitRepositories } from '../../support/git-repository.ts'
import { startGitServer } from '../../support/git-server.ts'
import { literalHosts, refusedNames } from '../../support/refused-hosts.ts'
import { sourceContext } from '../../support/source-context.ts'
import { trustedCertificate } from '../../support/tls-certificate.ts'

withRealSockets()

const hosts = [...literalHosts, ...Object.keys(refusedNames)]
const watch = await watchConnections()
const repositories = gitRepositories()
const revision = repositories.create('open.git').commit({ 'package.json': '{}' })
/** An allowed server that redirects `/to/STATUS/LOCATION` to the location. */
const server = await startGitServer({
  certificate: await trustedCertificate(),
  folder: repositories.folder,
  answer({ url }) {
    const [, status, location = ''] = /^\/to\/(\d+)\/([^/?]*?)(?:\.git)?\/info\/refs/.exec(url) ?? []
    return status === undefined
      ? undefined
      : { status: Number(status), headers: { location: Buffer.from(decodeURIComponent(location)).toString('latin1') } }
  },
})
watch.expect('127.0.0.1', server.port)

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  repositories[Symbol.dispose]()
  await watch[Symbol.asyncDispose]()
})

const listed: Resolve = async (name) => {
  const addresses = name === 'git.example' ? ['127.0.0.1'] : (refusedNames[name] ?? ['127.0.0.1'])
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

function contextWith(resolve: Resolve): SourceContext {
  const allowedNetworks = parseAllowedNetworks(`source=127.0.0.1:${server.port}`)
  return sourceContext({
    git: { connect: createGuardedConnect(createAddressGuard({ allowedNetworks, resolve })), temporaryFolder: tmpdir() },
  })
}

function expectNobodyContacted(): void {
  expect(watch.attempts()).toEqual([])
  expect(watch.accepted()).toBe(0)
}

/** Tries to read a repository in both ways, and returns how each was rejected. */
async function refusals(repository: string, resolve: Resolve = listed): Promise<string[]> {
  const context = contextWith(resolve)
  const attempts = [
    () => resolveSource(context, { type: 'git', repository }),
    () => fetchSource(context, { type: 'git', repository, canonicalUrl: repository, revision }),
  ]
  const codes: string[] = []
  for (const attempt of attempts) {
    const outcome = await attempt().catch((error: unknown) => error)
    expectNobodyContacted()
    expect(outcome, repository).toBeInstanceOf(ScanFailure)
    codes.push((outcome as ScanFailure).code)
  }
  return codes
}

const refused = ['ADDRESS_NOT_ALLOWED', 'ADDRESS_NOT_ALLOWED']

it('would detect a contacted host, and the allowed host is contacted', async () => {
  for (const host of ['127.0.0.1', '127.0.0.2', '::1']) expect(await watch.provesItself(host)).toBe(true)
  const context = contextWith(listed)
  const resolved = await resolveSource(context, { type: 'git', repository: `https://git.example:${server.port}/open` })
  await using snapshot = await fetchSource(context, resolved)
  expect(snapshot.source.revision).toBe(revision)
  expectNobodyContacted()
})

describe('a repository is not asked for at', () => {
  // A URL that cannot be parsed never becomes a target.
  it.each(hosts.filter((host) => URL.canParse(`https://${host}/`)))('%s', async (host) => {
    expect(await refusals(`https://${host}:${watch.port}/owner/project`)).toEqual(refused)
    expect(await refusals(`https://${host}/owner/project`)).toEqual(refused)
  })
})

const redirecting = (location: string, status: number) =>
  `https://git.example:${server.port}/to/${status}/${encodeURIComponent(location)}`

describe('a server cannot redirect to', () => {
  it.each(hosts)('%s', async (host) => {
    const [status = 302] = [301, 302, 303, 307, 308].slice(hosts.indexOf(host) % 5)
    expect(
      await refusals(
        redirecting(`https://${host}:${watch.port}/owner/project/info/refs?service=git-upload-pack`, status),
      ),
    ).toEqual(refused)
    expect(await refusals(redirecting(`//${host}/owner/project/info/refs`, status))).toEqual(refused)
  })

  it.each([
    'http://git.example/open/info/refs',
    'http://127.0.0.1/',
    'file:///etc/passwd',
    'git://127.0.0.1/',
    'ssh://127.0.0.1/',
    'ext::sh -c id',
    'ftp://127.0.0.1/',
    'https://user@git.example/open/info/refs',
    'https://a:b@127.0.0.1/',
  ])('%s', async (location) => {
    expect(await refusals(redirecting(location, 302))).toEqual(refused)
  })
})

describe('a name that rebinds', () => {
  it.each([['127.0.0.2'], ['::1'], ['169.254.169.254'], ['127.0.0.1', '127.0.0.2'], ['::ffff:127.0.0.1']])(
    'after resolving is not fetched from %s',
    async (...later) => {
      let isRebound = false
      const context = contextWith(async () =>
        (isRebound ? later : ['127.0.0.1']).map((address) => ({ address, family: isIP(address) })),
      )
      const resolved = await resolveSource(context, {
        type: 'git',
        repository: `https://git.example:${server.port}/open`,
      })
      isRebound = true
      await expect(fetchSource(context, resolved)).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' })
      expectNobodyContacted()
    },
  )
})
