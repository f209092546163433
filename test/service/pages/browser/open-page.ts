import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Look {
  readonly theme: 'light' | 'dark'
  /** In CSS pixels. */
  readonly width: number
  /** Rules of axe to run. Themes differ only in colors, and only one look of each width needs the other rules. */
  readonly axeRules: 'all' | 'colors' | 'none'
}

/** Variants in which every page is checked: both themes, and a width of 320 px. */
const looks: readonly Look[] = [
  { theme: 'light', width: 1280, axeRules: 'all' },
  { theme: 'dark', width: 1280, axeRules: 'colors' },
  { theme: 'light', width: 320, axeRules: 'all' },
  { theme: 'dark', width: 320, axeRules: 'colors' },
]

/** Variants with the width of a 4K screen. */
export const wideLooks: readonly Look[] = [
  { theme: 'light', width: 3840, axeRules: 'all' },
  { theme: 'dark', width: 3840, axeRules: 'none' },
]

/** Connects to the browser of the run for one test file. */
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
 * Creates a browser context without cookies. Relative URLs point to the service, and requests to other hosts fail.
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
 * Collects problems of a page from now on: script errors, violations of its policy, and requests to other hosts.
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

/** Returns the serious and critical violations that axe finds, with their elements. */
export async function seriousViolations(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules === 'colors' && { runOnly: ['cat.color'] }) }
  // The policy of the pages allows no other scripts, but evaluate uses the debugger.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe)
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as {
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

/** Returns by how many CSS pixels a page is wider than the viewport. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/**
 * Maximum height of a screenshot of a whole page. Chromium cannot draw larger ones.
 */
const maxPicture = 12_000

/** Saves a screenshot of the whole page, or of the visible part of a very long page. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const fullPage = (await page.evaluate(() => document.documentElement.scrollHeight)) <= maxPicture
  await page.screenshot({ path: `test/service/pages/browser/screenshots/${name}.png`, fullPage })
}

/**
 * Returns the problems of an open page in several looks: serious violations of axe, and overflow. Saves a screenshot of
 * each look; in CI, where they take a third of the time, only of looks with problems. The page is not reloaded, because
 * some pages exist only once.
 */
export async function problemsInLooks(page: Page, name: string, inLooks = looks): Promise<string[]> {
  const problems: string[] = []
  for (const { theme, width, axeRules } of inLooks) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    const label = `${name} ${theme} ${width}`
    const overflow = await overflowOf(page)
    const ofLook = axeRules === 'none' ? [] : await seriousViolations(page, axeRules)
    if (overflow > 0) ofLook.push(`${overflow} px too wide`)
    if (ofLook.length > 0 || !process.env['CI']) await keepPicture(page, `${name}-${theme}-${width}`)
    problems.push(...ofLook.map((problem) => `${label}: ${problem}`))
  }
  return problems
}
