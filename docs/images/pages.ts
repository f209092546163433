/**
 * Takes screenshots of every page that the browser tests visit, from a service that it starts. `npm run pictures:pages
 * FOLDER` saves each page at two widths and in both themes. It prints the heights and the download size of each page,
 * and saves them as `table.txt`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import Table from 'cli-table3'
import { newVisitor } from '../../test/service/pages/browser/open-page.ts'
import { loginLink, signIn } from '../../test/service/pages/browser/sign-in.ts'
import { type StartedService, startServiceAndBrowser } from '../../test/service/pages/browser/started-service.ts'
import { type Visit, visits } from '../../test/service/pages/browser/visits.ts'

/** In CSS pixels. */
const widths = [1280, 390] as const
const themes = ['light', 'dark'] as const

/** Maximum height of a picture, in pixels. Chromium cannot draw much taller ones, so longer pages are cropped. */
const maxHeight = 12_000

interface Measured {
  readonly name: string
  /** Height of the page at each width, in CSS pixels. */
  readonly heights: readonly number[]
  /** Bytes of all response bodies, compressed. */
  readonly bytes: number
}

/** Visits a page, saves its pictures, and returns its measurements. */
async function picture(context: BrowserContext, visit: Visit, service: StartedService, folder: string) {
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.setViewportSize({ width: widths[0], height: 900 })
  await page.goto(visit.at(service))
  if (visit.act) await visit.act(page)
  await page.waitForLoadState()
  const bytes = await weightOf(page)
  const heights: number[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    heights.push(height)
    const isCut = height > maxHeight
    if (isCut) await page.setViewportSize({ width, height: maxHeight })
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const path = join(folder, `${visit.name}-${width}-${theme}.png`)
      await page.screenshot({ path, fullPage: !isCut, timeout: 120_000 })
    }
  }
  await page.close()
  return { name: visit.name, heights, bytes }
}

/** Returns the bytes of the page and everything that it loaded, including responses from the browser's cache. */
async function weightOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready
    return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
      (sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0),
      0,
    )
  })
}

function tableOf(pages: readonly Measured[]): string {
  const table = new Table({
    head: ['page', ...widths.map((width) => `height at ${width}`), 'bytes'],
    colAligns: ['left', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  })
  for (const { name, heights, bytes } of pages) table.push([name, ...heights, bytes])
  return table.toString()
}

if (import.meta.main) {
  const [folder, ...names] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Name the folder for the pictures, then the visits, if not all.')
  mkdirSync(folder, { recursive: true })
  const { service, browserEndpoint, end } = await startServiceAndBrowser()
  try {
    const browser = await chromium.connect(browserEndpoint)
    const visitor = await newVisitor(browser, service.address)
    const member = await newVisitor(browser, service.address)
    await signIn(member, await loginLink(service.settings))
    const pages: Measured[] = []
    for (const visit of visits.filter(({ name }) => names.length === 0 || names.includes(name)))
      pages.push(await picture(visit.isSignedIn ? member : visitor, visit, service, folder))
    const table = tableOf(pages)
    writeFileSync(join(folder, 'table.txt'), `${table}\n`)
    process.stdout.write(`${table}\n`)
    await browser.close()
  } finally {
    await end()
  }
}
