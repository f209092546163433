import { afterAll, describe, expect, it } from 'vitest'
import { withRealSockets } from '../../net/loopback.ts'
import { gitRepositories } from '../../../support/git-repository.ts'
import { startGitServer } from '../../../support/git-server.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'
import { readUrl, resolveUrl } from './reading.ts'

withRealSockets()
const certificate = await trustedCertificate()
const repositories = gitRepositories()
repositories.create('team/project.git').commit({ 'a.js': 'a' })
// A server that ignores case, like GitHub.
const server = await startGitServer({
  certificate,
  folder: repositories.folder,
  answer: ({ url }) => (/[A-Z]/.test(url) ? { status: 301, headers: { location: url.toLowerCase() } } : undefined),
})
const githubHost = `localhost:${server.port}`
const enterprise = { githubHost, allowedNetworks: `upstream=127.0.0.1/32:${server.port}` }

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  repositories[Symbol.dispose]()
})

describe('the GitHub of the operator', () => {
  it("is contacted as the operator's host, for refs and for the pack", async () => {
    const { snapshot } = await readUrl(`${server.url}/team/project`, enterprise)
    await using _ = snapshot
    expect([...snapshot.files.keys()]).toEqual(['a.js'])
    expect(snapshot.source).toMatchObject({ isInternal: true })
  })

  it('knows its repositories under one name, whatever the case', async () => {
    expect(await resolveUrl(`${server.url}/Team/Project/tree/main`, enterprise)).toMatchObject({
      canonicalUrl: `${server.url}/team/project`,
      ref: 'main',
    })
    expect(await resolveUrl(`${server.url}/team/project.git`, enterprise)).toMatchObject({
      canonicalUrl: `${server.url}/team/project`,
    })
  })

  it('opens no other host and no other port', async () => {
    const before = server.connections()
    const refused = {
      name: 'ScanFailure',
      code: 'ADDRESS_NOT_ALLOWED',
      message: expect.stringContaining('has no public address'),
    }
    await expect(resolveUrl(`https://git.example:${server.port}/team/project`, enterprise)).rejects.toMatchObject(
      refused,
    )
    await expect(
      resolveUrl(`https://localhost:${server.port + 1}/team/project`, {
        ...enterprise,
        allowedNetworks: 'upstream=127.0.0.1/32',
      }),
    ).rejects.toMatchObject(refused)
    await expect(
      resolveUrl(`${server.url}/team/project`, { allowedNetworks: enterprise.allowedNetworks }),
    ).rejects.toMatchObject(refused)
    expect(server.connections()).toBe(before)
  })

  it('lends nothing to the host that it redirects to', async () => {
    await using redirecting = await startGitServer({
      certificate,
      answer: ({ url }) => ({ status: 302, headers: { location: `${server.url}${url}` } }),
    })
    const before = server.connections()
    await expect(
      resolveUrl(`${redirecting.url}/team/project`, {
        githubHost: `localhost:${redirecting.port}`,
        allowedNetworks: 'upstream=127.0.0.1/32',
      }),
    ).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' })
    expect(redirecting.requests.length).toBe(1)
    expect(server.connections()).toBe(before)
  })
})

describe('another host', () => {
  it('tells upper from lower case', async () => {
    await using other = await startGitServer({ certificate, folder: repositories.folder })
    await expect(resolveUrl(`${other.url}/Team/project`)).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' })
  })
})
