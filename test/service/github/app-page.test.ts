import { describe, expect, it } from 'vitest'
import { appPageOf } from '../../../src/service/github/app-page.ts'

const place = { host: 'github.example', apiUrl: 'https://api.github.example' }

describe('the page of a GitHub App', () => {
  it.each([
    ['https://github.example/apps/assay', 'https://github.example/apps/assay'],
    ['https://github.example/github-apps/assay/', 'https://github.example/github-apps/assay'],
    ['http://github.example/apps/assay', undefined],
    ['https://evil.example/apps/assay', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('of %j is %j', (address, page) => {
    expect(appPageOf(address, place)).toBe(page)
  })
})
