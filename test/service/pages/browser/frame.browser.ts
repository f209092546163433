import { expect, inject, it } from 'vitest'
import { browserOfFile, newVisitor, seriousViolations, wrongsOf } from './open-page.ts'

const browser = browserOfFile()

it('detects problems of a page, because otherwise every other test would pass', async () => {
  const context = await newVisitor(browser())
  const page = await context.newPage()
  const wrongs = wrongsOf(page)
  await page.goto(`/scan/${inject('service').scanId}`)
  expect([await seriousViolations(page), wrongs]).toEqual([[], []])
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="https://elsewhere.example/x.png"><input>')
  })
  expect((await seriousViolations(page)).join(' ')).toMatch(/image-alt[^]*label/)
  expect(wrongs.join(' ')).toContain('elsewhere.example')
  await context.close()
})
