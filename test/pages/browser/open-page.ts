import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Look {
  readonly theme: 'light' | 'dark'
  /** In CSS pixels. */
  readonly width: number
}

/** How every page is looked at: both themes, and as narrow as 320 px. */
const looks: readonly Look[] = [{ theme: 'light', width: 1280 }, { theme: 'dark', width: 1280 }, { theme: 'light', width: 320 }, { theme: 'dark', width: 320 }]

/** As wide as screens of 4K are. */
export const wideLooks: readonly Look[] = [{ theme: 'light', width: 3840 }]

/** The browser of the run, connected for one test file. */
export function browserOfFile(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'))
  })
  afterAll(() => browser?.close())
  return () => {
    if (!browser) throw new Error('the browser is not connected yet')
    return browser
  }
}

/** A browser of somebody else: no cookies, relative addresses lead to the service, and nothing but the service is asked. */
export async function newVisitor(browser: Browser): Promise<BrowserContext> {
  const { address } = inject('service')
  const context = await browser.newContext({ baseURL: address, colorScheme: 'light', viewport: { width: 1280, height: 900 } })
  await context.route((url) => url.origin !== address, (route) => route.abort('blockedbyclient'))
  return context
}

/** What a page does wrong: errors of scripts, what its policy refused, what it asked of other hosts. Collected from now on. */
export function wrongsOf(page: Page): string[] {
  const wrongs: string[] = []
  page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) wrongs.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== inject('service').address) wrongs.push(`outside: ${request.url()}`)
  })
  return wrongs
}

/** Serious and critical violations that axe finds, with the places. */
export async function seriousViolations(page: Page): Promise<string[]> {
  // The policy of our pages lets no script in; evaluate goes by the debugger.
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as { violations: readonly { id: string; impact: string; help: string; nodes: readonly { target: readonly string[]; failureSummary: string }[] }[] }
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary})`).join('; ')}`)
}

/** By how many CSS pixels a page is wider than what shows it. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Keeps a picture of the whole page. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test/pages/browser/screenshots/${name}.png`, fullPage: true })
}

/**
 * Looks at pages in every look, or in those that are given, as one visitor: nothing serious for axe, nothing wider than the screen, nothing that the policy
 * refused or that another host was asked for; a picture of each is kept.
 */
export async function expectSoundPages(visitor: BrowserContext, pages: Readonly<Record<string, string>>, inLooks = looks): Promise<void> {
  const problems: string[] = []
  const page = await visitor.newPage()
  const wrongs = wrongsOf(page)
  for (const [name, path] of Object.entries(pages)) {
    for (const { theme, width } of inLooks) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 900 })
      const answer = await page.goto(path)
      const label = `${name} ${theme} ${width}`
      if (!answer?.ok()) problems.push(`${label}: status ${answer?.status()}`)
      const overflow = await overflowOf(page)
      if (overflow > 0) problems.push(`${label}: ${overflow} px too wide`)
      problems.push(...(await seriousViolations(page)).map((violation) => `${label}: ${violation}`), ...wrongs.splice(0).map((wrong) => `${label}: ${wrong}`))
      await keepPicture(page, `${name}-${theme}-${width}`)
    }
  }
  await page.close()
  expect(problems).toEqual([])
}
