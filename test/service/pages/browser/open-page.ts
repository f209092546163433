import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Look {
  readonly theme: 'light' | 'dark'
  /** In CSS pixels. */
  readonly width: number
  /** Only overflow is looked for, and a picture kept: what axe finds there it finds in another look. */
  readonly isWithoutAxe?: boolean
}

/** How every page is looked at: both themes, and as narrow as 320 px. */
const looks: readonly Look[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 320 },
  { theme: 'dark', width: 320 },
]

/** As wide as screens of 4K are. */
export const wideLooks: readonly Look[] = [
  { theme: 'light', width: 3840 },
  { theme: 'dark', width: 3840, isWithoutAxe: true },
]

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

/**
 * A browser of somebody else: no cookies, relative addresses lead to the service, and nothing but the service is asked.
 */
export async function newVisitor(
  browser: Browser,
  address: string = inject('service').address,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: address,
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
  })
  await context.route(
    (url) => url.origin !== address,
    (route) => route.abort('blockedbyclient'),
  )
  return context
}

/**
 * What a page does wrong: errors of scripts, what its policy refused, what it asked of other hosts. Collected from now
 * on.
 */
export function wrongsOf(page: Page, address: string = inject('service').address): string[] {
  const wrongs: string[] = []
  page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) wrongs.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== address) wrongs.push(`outside: ${request.url()}`)
  })
  return wrongs
}

/** Serious and critical violations that axe finds, with the places. */
export async function seriousViolations(page: Page): Promise<string[]> {
  // The policy of our pages lets no script in; evaluate goes by the debugger.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: readonly {
      id: string
      impact: string
      help: string
      nodes: readonly { target: readonly string[]; failureSummary: string }[]
    }[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ` +
        `${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary})`).join('; ')}`,
    )
}

/** By how many CSS pixels a page is wider than what shows it. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/**
 * Higher than this a page's picture is of what a screen shows of it: nobody looks at more, and Chromium cannot draw it.
 */
const maxPicture = 12_000

/** Keeps a picture of the whole page, or of its beginning where it is very long. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const fullPage = (await page.evaluate(() => document.documentElement.scrollHeight)) <= maxPicture
  await page.screenshot({ path: `test/service/pages/browser/screenshots/${name}.png`, fullPage })
}

/**
 * What is wrong with a page that is open: serious for axe, or wider than the screen, in any look; a picture of each is
 * kept. The page is not loaded again, since it may be there but once.
 */
export async function problemsInLooks(page: Page, name: string, inLooks = looks): Promise<string[]> {
  const problems: string[] = []
  for (const { theme, width, isWithoutAxe } of inLooks) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    const label = `${name} ${theme} ${width}`
    const overflow = await overflowOf(page)
    if (overflow > 0) problems.push(`${label}: ${overflow} px too wide`)
    if (!isWithoutAxe) problems.push(...(await seriousViolations(page)).map((violation) => `${label}: ${violation}`))
    await keepPicture(page, `${name}-${theme}-${width}`)
  }
  return problems
}
