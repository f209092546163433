import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import type { Content } from '../../../src/service/pages/html.ts'
import { icon, iconNames } from '../../../src/service/pages/parts/icon.ts'
import { tabs } from '../../../src/service/pages/parts/tabs.ts'

const markup = (content: Content) => render(content as VNode)

it('marks the tab of the current page and shows counts, zero included', () => {
  const shown = markup(
    tabs('Server', [
      { title: 'Overview', href: '/servers/a', current: false },
      { title: 'Findings <b>', href: '/servers/a?tab=findings', current: true, count: 1_200 },
      { title: 'Tools', href: '/servers/a?tab=tools', current: false, count: 0 },
    ]),
  )
  expect(shown).toMatch(/^<nav class="tabs" aria-label="Server">/)
  expect(shown.match(/aria-current="page"/g)).toHaveLength(1)
  expect(shown).toContain(
    '<a href="/servers/a?tab=findings" aria-current="page">Findings &lt;b> <span class="count">1,200</span></a>',
  )
  expect(shown).toContain('Tools <span class="count">0</span>')
})

it('draws every icon as decoration with an outline of its own', () => {
  const drawn = iconNames.map((name) => markup(icon(name)))
  for (const shown of drawn)
    expect(shown).toMatch(/^<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">(?:<g>)?<(?:path|circle|rect)/)
  // A warning and a medium severity share their outline.
  expect(new Set(drawn).size).toBe(iconNames.length - 1)
})
