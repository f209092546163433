import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/settings/config.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { createSigstoreTrust } from '../../../../src/engine/sources/package-registries/sigstore-trust.ts'
import { fetchTrustFiles } from '../../../../src/engine/sources/package-registries/sigstore-trust-update.ts'
import { createSigstoreStandIn, newSigningKey, npmKeysFile } from '../../../support/sigstore-stand-in.ts'
import { createTufStandIn, type TufStandIn } from '../../../support/tuf-stand-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-trust-'))
const network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await network[Symbol.asyncDispose]()
})

/** The file with npm's keys is named after the host of the registry. */
const registryHost = new URL(readConfig({}).npmRegistry).host
const npmKeysName = `${registryHost}/keys.json`
const targets = {
  'trusted_root.json': createSigstoreStandIn().trustedRoot,
  [npmKeysName]: npmKeysFile([newSigningKey()]),
}

async function serve(answer: (path: string) => Buffer | number | undefined) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/tuf\//, '')
    requests.push(path)
    const body = answer(path)
    if (body === undefined) return
    if (typeof body === 'number') response.writeHead(body).end()
    else response.writeHead(200).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tuf`
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, requests, [Symbol.asyncDispose]: close }
}

const served =
  (tuf: TufStandIn, changes: Readonly<Record<string, Buffer>> = {}) =>
  (path: string) =>
    changes[path] ?? tuf.files.get(path) ?? 404

describe('the trust root', () => {
  it('is brought up to date over the network of the process, and nothing stays on the disk', async () => {
    const tuf = createTufStandIn(targets)
    await using server = await serve(served(tuf))
    const files = await fetchTrustFiles({ network, url: server.url, temporaryFolder: folder }, tuf.rootKeys)
    expect(files).toEqual({ root: targets['trusted_root.json'], npmKeys: targets[npmKeysName] })
    expect(server.requests).toEqual([
      '2.root.json',
      'timestamp.json',
      '1.snapshot.json',
      '1.targets.json',
      expect.stringMatching(/^targets\/\w{64}\.trusted_root\.json$/),
      expect.stringMatching(new RegExp(`^targets/${registryHost.replaceAll('.', '\\.')}/\\w{64}\\.keys\\.json$`)),
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  const good = createTufStandIn(targets)
  const forged = createTufStandIn(targets)
  const nameOf = (start: string) => [...good.files.keys()].find((path) => path.startsWith(start)) ?? ''

  it.each<[string, (path: string) => Buffer | number | undefined]>([
    ['signed by others', (path) => forged.files.get(path) ?? 404],
    ['with a file that was changed', served(good, { [nameOf('targets/registry')]: npmKeysFile([newSigningKey()]) })],
    [
      'with a list that was changed',
      served(good, { '1.targets.json': forged.files.get('1.targets.json') ?? Buffer.alloc(0) }),
    ],
    ['whose time is up', served(createTufStandIn(targets, { expires: new Date(Date.now() - 60_000) }))],
    ['that is too large', served(good, { 'timestamp.json': Buffer.alloc(100_000, ' ') })],
    ['of garbage', () => Buffer.from('<html>')],
    ['that is not there', () => 404],
    ['that fails', () => 500],
  ])('is not taken from a repository %s', async (_what, answer) => {
    await using server = await serve(answer)
    await expect(fetchTrustFiles({ network, url: server.url, temporaryFolder: folder }, good.rootKeys)).rejects.toThrow(
      /./,
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('that was installed serves where none can be had, says so, and is asked for once by many', async () => {
    await using server = await serve(() => 404)
    const trust = createSigstoreTrust({ network, url: server.url, temporaryFolder: folder })
    const [first, second] = await Promise.all([trust.current(), trust.current()])
    expect(first).toBe(second)
    expect(await trust.current()).toBe(first)
    expect(first.doubt).toMatch(/^newer trust material could not be fetched: .*404/)
    expect(first.root.certificateAuthorities.length).toBeGreaterThan(0)
    expect(first.npmKeys.map(({ id }) => id)).toContain('SHA256:DhQ8wR5APBvFHLF/+Tc+AYvPOdTpcIDqOhxsBHRwC7U')
    expect(server.requests.filter((path) => path === 'timestamp.json')).toHaveLength(1)
  })

  it('is waited for no longer than a few seconds', async () => {
    await using server = await serve(() => undefined)
    const startedAt = performance.now()
    const { doubt } = await createSigstoreTrust({ network, url: server.url, temporaryFolder: folder }).current()
    expect(doubt).toBeDefined()
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })
})
