import type { BrowserContext } from 'playwright-core'
import { afterAll, expect, inject, it } from 'vitest'
import { browserOfFile, newVisitor, problemsInLooks, wideLooks, wrongsOf } from './open-page.ts'
import { loginLink, signIn } from './sign-in.ts'
import { type Visit, visits } from './visits.ts'

const browser = browserOfFile()
const contexts = new Map<'anybody' | 'member', BrowserContext>()
afterAll(async () => {
  for (const context of contexts.values()) await context.close()
})

/** Returns the browser context of a visit. Later visits reuse it. */
async function visitorOf({ isSignedIn }: Visit): Promise<BrowserContext> {
  const who = isSignedIn ? 'member' : 'anybody'
  const existing = contexts.get(who)
  if (existing) return existing
  const context = await newVisitor(browser())
  contexts.set(who, context)
  if (isSignedIn) await signIn(context, await loginLink())
  return context
}

it.each(visits)(
  '$name has no problems in both themes, narrow and wide: $route',
  { timeout: 240_000 },
  async (visit) => {
    const { name, at, act, status = 200 } = visit
    const page = await (await visitorOf(visit)).newPage()
    const wrongs = wrongsOf(page)
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && ![303, 308].includes(response.status()))
        statuses.push(response.status())
    })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(at(inject('service')))
    if (act) {
      await act(page)
      await page.waitForLoadState()
    }
    expect(statuses.at(-1)).toBe(status)
    const problems = await problemsInLooks(page, name)
    const isWide = wideVisits.has(name)
    if (isWide) problems.push(...(await problemsInLooks(page, name, wideLooks)))
    expect([...problems, ...wrongs]).toEqual([])
    await page.close()
  },
)

/** Visits that are also checked on the widest screens. */
const wideVisits = new Set([
  'registry',
  'server',
  'report',
  'docs-webhooks',
  'account',
  'rules',
  'stats',
  'compare',
  'finding',
])
