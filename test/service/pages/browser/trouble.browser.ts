import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { notFoundPage } from '../../../../src/service/pages/notice-page.ts'
import { createPageCeiling } from '../../../../src/service/pages/page-ceiling.ts'
import { servePage } from '../../../../src/service/pages/page-routes.ts'
import { browserOfFile, newVisitor, problemsInLooks, wrongsOf } from './open-page.ts'
import { unconnectedApplication } from './unconnected-application.ts'

const browser = browserOfFile()

/** An error page that any URL can return, and how to trigger it. */
interface Trouble {
  readonly name: string
  readonly status: number
  readonly says: string
  readonly meet: (page: Page) => Promise<unknown>
}

const troubles: readonly Trouble[] = [
  { name: 'database-away', status: 503, says: 'Temporarily unavailable', meet: async (page) => page.goto('/stats') },
  { name: 'github-silent-at-sign-in', status: 503, says: 'GitHub is not responding', meet: comeBackFromGitHub },
  {
    name: 'too-fast',
    status: 429,
    says: 'Too many requests',
    meet: async (page) => {
      for (let asked = 0; asked < 2; asked += 1) await page.goto('/once')
    },
  },
]

it.each(troubles)(
  '$name has a page without problems in both themes, narrow and wide',
  { timeout: 240_000 },
  async ({ name, status, says, meet }) => {
    await using server = await startUnconnected()
    const visitor = await newVisitor(browser(), server.address)
    const page = await visitor.newPage()
    const wrongs = wrongsOf(page, server.address)
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) statuses.push(response.status())
    })
    await meet(page)
    expect(statuses.at(-1)).toBe(status)
    expect(await page.getByRole('main').textContent()).toContain(says)
    // The page contains a link or button to continue.
    expect(
      await page.getByRole('main').getByRole('link').or(page.getByRole('main').getByRole('button')).count(),
    ).toBeGreaterThan(0)
    const problems = await problemsInLooks(page, `trouble-${name}`)
    expect([...problems, ...wrongs.filter((wrong) => !/status of 503/.test(wrong))]).toEqual([])
    await visitor.close()
  },
)

/** Starts the service on loopback, without a database and without GitHub. `/once` can be read once per network. */
async function startUnconnected() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // No server listens there.
  const service = unconnectedApplication({ publicUrl: address, gitHubUrl: 'http://127.0.0.1:1' })
  const app = express()
  // Serves a page with a limit of one request.
  servePage(
    app,
    {
      publicUrl: address,
      log: { error: () => {} },
      ceiling: createPageCeiling({ maxPagesPerSecond: 0.001, maxBurstPages: 1, maxNetworks: 10 }),
    },
    '/once',
    () => notFoundPage,
  )
  server.on('request', app.use(service.app))
  return {
    address,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await service[Symbol.asyncDispose]()
    },
  }
}

/** Starts a sign-in in this browser, and returns with a code like GitHub. */
async function comeBackFromGitHub(page: Page): Promise<void> {
  const begun = await page.request.get('/session/github', { maxRedirects: 0 })
  const { searchParams } = new URL(begun.headers()['location'] ?? '')
  await page.goto(
    `/session/github/callback?${new URLSearchParams({ code: 'abc', state: searchParams.get('state') ?? '' })}`,
  )
}
