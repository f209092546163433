import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { runAction } from './support/run-action.ts'

describe('a run that has neither a key nor an identity', () => {
  const published = {
    id: '0',
    slug: 'github-acme-app-1234abcd',
    name: 'app',
    repositoryUrl: 'https://github.com/acme/app',
    npmPackage: '',
    securityScore: 91,
    grade: 'A',
    lastScannedAt: '2026-01-01T00:00:00.000Z',
    vulnerabilities: { critical: 0, high: 0, medium: 1, low: 0, info: 0 },
  }

  async function runAgainst(servers: object[], inputs: Record<string, string>) {
    const asked: { url: string; key: unknown }[] = []
    const server = createServer((request, response) => {
      asked.push({ url: request.url ?? '', key: request.headers['x-api-key'] })
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: true, data: { servers, pagination: {} } }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const done = await runAction({
      inputs: { 'base-url': `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...inputs },
      environment: {
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REPOSITORY: 'acme/app',
        GITHUB_SHA: 'c'.repeat(40),
      },
    })
    server.closeAllConnections()
    server.close()
    return { done, asked }
  }

  it('reads what is published of the project, which is no pass of its own commit', async () => {
    const { done, asked } = await runAgainst(
      [{ ...published, repositoryUrl: 'https://github.com/other/app', grade: 'F' }, published],
      {},
    )
    expect(done.code, done.log).toBe(1)
    expect(done.outputs).toMatchObject({
      verdict: 'partial',
      grade: 'A',
      'security-score': '91',
      medium: '1',
      total: '1',
    })
    expect(done.log).toContain('This run has no key, so it scans nothing.')
    expect(done.commands.at(-1)).toEqual({
      name: 'error',
      properties: { title: 'Assay: partial' },
      message:
        `Incomplete: the published result of the project is within the limits, but ${'c'.repeat(40)} was not scanned ` +
        'because this run has no key.',
    })
    expect(done.summary).toContain('Published results: `https://github.com/acme/app`.')
    expect(asked).toEqual([{ url: '/api/v1/servers?search=app&limit=100', key: undefined }])
    expect((await runAgainst([published], { 'on-error': 'neutral' })).done).toMatchObject({
      code: 0,
      outputs: { verdict: 'partial' },
    })
  })

  it('passes by what is published where no commit is asked for', async () => {
    const { done } = await runAgainst(
      [{ ...published, npmPackage: 'app', vulnerabilities: { ...published.vulnerabilities, other: 1 } }],
      { url: 'https://www.npmjs.com/package/app' },
    )
    expect(done.code, done.log).toBe(0)
    expect(done.outputs).toMatchObject({ verdict: 'pass', grade: 'A', total: '1' })
    expect(Object.keys(done.outputs)).not.toContain('other')
  })

  it('is held to its bounds all the same', async () => {
    const { done } = await runAgainst([published], { 'fail-on': 'medium' })
    expect(done.code).toBe(1)
    expect(done.outputs['verdict']).toBe('fail')
  })

  it('takes no other project’s result', async () => {
    const { done } = await runAgainst([{ ...published, repositoryUrl: 'https://github.com/evil/app' }], {})
    expect(done.outputs['verdict']).toBe('nothing-scanned')
  })
})
