import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mergeBaseOf } from '../../action/src/merge-base.ts'

const sha = 'a'.repeat(40)
let answers: { readonly status: number; readonly headers?: Record<string, string> }[] = []
const server = createServer((_request, response) => {
  const { status, headers = {} } = answers.shift() ?? { status: 200 }
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(status === 200 ? { merge_base_commit: { sha } } : { message: 'no' }))
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

/** Returns the merge base, or the error, if GitHub's first responses are these. */
async function asked(...first: typeof answers) {
  answers = [...first]
  const said: string[] = []
  const deadline = { signal: new AbortController().signal, remainingMs: () => 1_000, wait: async () => true }
  const environment = {
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: 'a/b',
  }
  const runner = { say: (line: string) => void said.push(line) } as unknown as Parameters<
    typeof mergeBaseOf
  >[0]['runner']
  return {
    found: await mergeBaseOf(
      { environment, runner, deadline },
      { base: 'b'.repeat(40), head: 'c'.repeat(40) },
      undefined,
    ).catch((error: unknown) => error),
    said,
  }
}

describe('asking GitHub for the merge base', () => {
  it.each([
    ['its primary rate limit', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }],
    ['its secondary rate limit', { status: 403, headers: { 'retry-after': '60' } }],
    ['too many requests', { status: 429 }],
  ])('goes on after %s', async (_name, answer) => {
    const { found, said } = await asked(answer)
    expect(found).toBe(sha)
    const reason = `GitHub returned status ${answer.status} to the request for the merge base`
    expect(said).toEqual([expect.stringContaining(reason)])
  })

  it('says what it needs where the token may not read', async () => {
    const { found } = await asked({ status: 403, headers: { 'x-ratelimit-remaining': '4999' } })
    expect(found).toMatchObject({ verdict: 'refused', message: expect.stringContaining('contents: read') as string })
  })
})
