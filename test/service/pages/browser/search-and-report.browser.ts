import { expect, inject, it } from 'vitest'
import { browserOfFile, keepPicture, newVisitor, overflowOf, seriousViolations, wrongsOf } from './open-page.ts'

const browser = browserOfFile()

it('leads from a search to a server, to a finding, and to its data flow', async () => {
  const context = await newVisitor(browser())
  const page = await context.newPage()
  const wrongs = wrongsOf(page)
  await page.goto('/')
  await page.getByLabel('Search servers by name or description').pressSequentially('weath')
  // The search ran without submitting the form.
  await page.waitForURL('/?q=weath')
  await page.getByRole('heading', { name: '1 server for “weath”' }).waitFor()
  // The sort order follows the search.
  const order = () =>
    page.getByLabel('Order').evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.textContent)
  expect(await order()).toBe('Best match first')
  await page.getByLabel('Search servers by name or description').fill('')
  await page.waitForURL((url) => url.search === '')
  expect(await order()).toBe('Best score first')
  await page.getByLabel('Search servers by name or description').fill('weath')
  await page.waitForURL('/?q=weath')
  await page.getByRole('link', { name: 'weather-desk' }).click()
  await page.getByRole('heading', { level: 1, name: 'weather-desk' }).waitFor()
  await page.getByRole('navigation', { name: 'Server' }).getByRole('link', { name: 'Findings' }).click()
  await page.waitForURL('/servers/npm-weather-desk/findings')
  const finding = page.locator('article.finding').filter({ hasText: 'Code and data flow' }).first()
  await finding.getByText('Code and data flow').click()
  await finding.getByRole('list', { name: 'Data flow, step by step' }).waitFor()
  expect(await finding.getByRole('listitem').count()).toBeGreaterThan(1)
  expect(await finding.locator('pre.code').textContent()).toContain('readFile')
  await keepPicture(page, 'flow-search-server-trace')
  expect([wrongs, await seriousViolations(page)]).toEqual([[], []])
  await context.close()
})

/** Records the progress that a page shows, before the report replaces it. */
function keepProgress(): void {
  document.addEventListener('DOMContentLoaded', () => {
    const shown = document.querySelector<HTMLElement>('[data-progress]')
    if (!shown) return
    new MutationObserver(() =>
      sessionStorage.setItem(
        'progress',
        `${sessionStorage.getItem('progress') ?? ''}${shown.querySelector('[data-percent]')?.textContent} ` +
          `${shown.querySelector('[data-says]')?.textContent}\n`,
      ),
    ).observe(shown, { subtree: true, childList: true, characterData: true })
  })
}

it('leads from a submitted project to its progress and report, with and without scripts', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser().newContext({ baseURL: inject('service').address, javaScriptEnabled })
    await context.addInitScript(keepProgress)
    const page = await context.newPage()
    await page.goto('/')
    await page.getByLabel('URL').fill('https://www.npmjs.com/package/late-desk')
    await page.getByRole('button', { name: 'Start scan' }).click()
    await page.waitForURL(/\/scan\/scan_/)
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('heading', { name: 'late-desk@1.0.0' }).waitFor({ timeout: 50_000 })
    // The script updated the progress while the scan ran.
    if (javaScriptEnabled)
      expect(await page.evaluate(() => sessionStorage.getItem('progress'))).toMatch(/\d+% done.*Assay is /s)
    const report = page.url()
    await page
      .getByRole('row')
      .filter({ hasText: /medium.*index\.js/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('list', { name: 'Data flow, step by step' }).waitFor()
    await page.goto(report)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'SARIF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^scan_.*\.sarif$/)
    await context.close()
  }
}, 120_000)

it('works with only the keyboard, and in the chosen theme', async () => {
  const context = await newVisitor(browser())
  const page = await context.newPage()
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.getByLabel('Grade').focus()
  await page.keyboard.press('F')
  await page.waitForURL('/?grade=F')
  await page.getByRole('button', { name: 'Dark' }).press('Enter')
  await page.waitForURL('/?grade=F')
  const darkness = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.getByRole('button', { name: 'Light' }).click()
  await page.waitForURL('/?grade=F')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(darkness)
  await context.close()
})

it('prints without interactive elements, and fits the paper', async () => {
  const context = await newVisitor(browser())
  const page = await context.newPage()
  await page.goto(`/servers/${inject('service').slug}/findings`)
  const isSeen = async () =>
    Promise.all(
      [
        page.getByRole('navigation', { name: 'Site' }),
        page.getByRole('heading', { level: 1 }),
        page.locator('article.finding').first(),
      ].map((part) => part.isVisible()),
    )
  expect(await isSeen()).toEqual([true, true, true])
  // A4 at 96 dots per inch.
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect([await isSeen(), await overflowOf(page)]).toEqual([[false, true, true], 0])
  await keepPicture(page, 'server-print')
  await context.close()
})
