import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { browserOfFile, newVisitor, wrongsOf } from './open-page.ts'
import { loginLink, signIn } from './sign-in.ts'

const browser = browserOfFile()

/** Element that has the focus after pressing Tab. */
interface Stop {
  /** Accessible name or text. */
  readonly name: string
  /** True if it is visible and has a focus outline. */
  readonly isSeen: boolean
}

/** Returns all stops of Tab in a page, in order. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let press = 0; press < 400; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate((): Stop | undefined => {
      const { activeElement: element } = document
      if (!(element instanceof HTMLElement) || element === document.body) return undefined
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      // The parts of a date field are stops too. The browser draws their focus itself.
      const isDate = element instanceof HTMLInputElement && element.type === 'date'
      const isOnScreen = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
      const labels =
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
          ? [...(element.labels ?? [])].map((label) => label.textContent ?? '')
          : []
      return {
        name: (labels.join(' ') || element.getAttribute('aria-label') || element.textContent || element.tagName)
          .replaceAll(/\s+/g, ' ')
          .trim()
          .slice(0, 60),
        isSeen: isOnScreen && (isDate || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 1)),
      }
    })
    if (!stop) return stops
    stops.push(stop)
  }
  throw new Error('Tab never leaves the page')
}

/** Presses Tab until the focus is on an element with this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 200; press += 1) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return (
        `${element?.textContent ?? ''} ` +
        `${[...(element?.labels ?? [])].map((label) => label.textContent).join(' ')} ` +
        `${element?.getAttribute('aria-label') ?? ''}`
      )
    })
    if (name.test(here)) return
  }
  throw new Error(`Tab never comes to ${name}`)
}

const theme = ['Auto', 'Light', 'Dark']

it('shows the focus at every stop of every kind of page, in reading order', async () => {
  const { slug, scanId } = inject('service')
  const context = await newVisitor(browser())
  const page = await context.newPage()
  // Otherwise the focus would still move when it is checked.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const site = ['Skip to content', 'Assay', 'Registry', 'Advisories', 'Rules', 'Statistics', 'Docs', 'Account']
  for (const [path, some] of [
    [
      '/',
      [
        'Search servers by name or description',
        'Search',
        'Grade',
        'Order',
        'URL',
        'Start scan',
        'Branch, tag, or commit',
        'quiet-desk',
      ],
    ],
    [
      `/servers/${slug}`,
      ['Findings', 'Badge and API', 'scoring formula', 'Settings for each client', 'versions', 'All 20 signals'],
    ],
    [`/servers/${slug}/findings`, ['Severity', 'Filter', 'command-injection']],
    [`/servers/${slug}/tools`, ['Capabilities', 'reach_station', 'read_report']],
    [`/servers/${slug}/badge`, ['Claim this server', 'Dispute a finding']],
    [`/scan/${scanId}`, ['Command injection: untrusted input reaches a shell', 'JSON', 'SARIF', 'Filter and view']],
    [`/compare?servers=${slug},npm-quiet-desk`, ['weather-desk', 'quiet-desk', 'Name or description', 'Search']],
    ['/login', ['Link, or the part after #', 'Sign in']],
  ] as const) {
    await page.goto(path)
    const stops = await walk(page)
    expect(
      stops.filter(({ isSeen }) => !isSeen),
      path,
    ).toEqual([])
    const names = stops.map(({ name }) => name)
    expect(names.slice(0, site.length), path).toEqual(site)
    expect(names.slice(-theme.length), path).toEqual(theme)
    const places = some.map((name) => names.indexOf(name, site.length))
    expect([places.includes(-1) ? names : [], places], path).toEqual([[], places.toSorted((one, other) => one - other)])
  }
  await context.close()
}, 120_000)

it('leads from a search to a finding, and Escape clears the search', async () => {
  const context = await newVisitor(browser())
  const page = await context.newPage()
  const wrongs = wrongsOf(page)
  await page.goto('/')
  const all = await page.locator('#total').textContent()
  await tabTo(page, /Search servers by name/)
  await page.keyboard.type('weath')
  await page.waitForURL('/?q=weath')
  // The first press closes the suggestions.
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.search === '')
  await page.getByRole('heading', { name: all ?? '' }).waitFor()
  await page.keyboard.type('weath')
  await page.getByRole('heading', { name: '1 server for' }).waitFor()
  // Screen readers announce the new number of results.
  expect(await page.locator('#search-status').textContent()).toContain('1 server for')
  await tabTo(page, /weather-desk/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/servers/npm-weather-desk')
  await tabTo(page, /^\s*Tools\s*$/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/servers/npm-weather-desk/tools')
  await tabTo(page, /^\s*read_report\s*$/)
  await tabTo(page, /^\s*reach_station\s*$/)
  await page.keyboard.press('Enter')
  await page.getByText('Tells whether a weather station answers.').waitFor()
  await page.goto('/')
  await tabTo(page, /URL/)
  await page.keyboard.type('https://www.npmjs.com/package/quiet-desk')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'quiet-desk@1.0.0' }).waitFor({ timeout: 50_000 })
  expect(wrongs).toEqual([])
  await context.close()
}, 120_000)

it('creates and revokes a key', async () => {
  const context = await newVisitor(browser())
  await signIn(context, await loginLink())
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/account/keys')
  await tabTo(page, /Name, for example/)
  await page.keyboard.type('by keyboard')
  await tabTo(page, /webhooks:write/)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.locator('[data-new-key]').waitFor()
  // Tab reaches the key, so that it can be copied.
  await tabTo(page, /^mcp_/)
  await tabTo(page, /Back to API keys/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await tabTo(page, /Revoke by keyboard/)
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'by keyboard' }).getByText('revoked', { exact: true }).waitFor()
  await page.reload()
  const stops = await walk(page)
  expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([])
  await context.close()
}, 120_000)
