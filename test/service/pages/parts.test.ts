import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import type { Content } from '../../../src/service/pages/html.ts'
import { icon, iconNames } from '../../../src/service/pages/parts/icon.ts'
import { tabs } from '../../../src/service/pages/parts/tabs.ts'

import { lineChart } from '../../../src/service/pages/plots/line-chart.ts'
import { severityBar } from '../../../src/service/pages/plots/severity-bar.ts'
import { sparkline } from '../../../src/service/pages/plots/sparkline.ts'

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

it('draws a bar whose segments share the width by the counts', () => {
  const shown = markup(severityBar({ critical: 0, high: 3, medium: 1, low: 0, info: 0 }))
  expect(
    [...shown.matchAll(/<rect class="(\w+)" x="([\d.]+)" width="([\d.]+)"/g)].map((match) => match.slice(1)),
  ).toEqual([
    ['bad', '0', '74.4'],
    ['fair', '75', '25'],
  ])
  expect(shown.replaceAll(/<[^>]*>/g, ' ').match(/\d+ +\w+/g)).toEqual(['3 high', '1 medium'])
  expect(markup(severityBar({ critical: 0, high: 0, medium: 0, low: 0, info: 0 }))).toContain('No open findings')
})

it('draws a trend only of two values or more, within the picture', () => {
  expect(sparkline([50], 'Score')).toBeUndefined()
  const shown = markup(sparkline([0, 1_000], 'Score "now" 100'))
  expect(shown).toContain('role="img" aria-label="Score &quot;now&quot; 100"')
  expect(shown).toContain('<path class="line" d="M3,21L93,3"')
})

it('draws lines over time, and lists the same values in a table', () => {
  const pointsOf = (values: readonly number[]) =>
    values.map((value, index) => ({ at: new Date(Date.UTC(2026, 0, 1 + index)), value }))
  expect(lineChart({ title: 'Scans', lines: [{ title: 'Public', points: pointsOf([4]) }] })).toBeUndefined()
  const shown = markup(
    lineChart({
      title: 'Scans per day',
      lines: [
        { title: 'Public', points: pointsOf([1_200, 0, 300]) },
        { title: 'Private', points: pointsOf([5, 6]) },
      ],
      limit: { title: 'Limit', value: 1_500 },
    }),
  )
  expect(shown).toContain(
    'aria-label="Scans per day. Public: from 1,200 on 1 Jan 2026 to 300 on 3 Jan 2026. ' +
      'Private: from 5 on 1 Jan 2026 to 6 on 2 Jan 2026."',
  )
  expect(
    [...shown.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) => row?.replaceAll(/<[^>]*>/g, ' ')),
  ).toEqual(['3 Jan 2026  300  – ', '2 Jan 2026  0  6 ', '1 Jan 2026  1,200  5 '])
  expect(shown.match(/<path class="line line-\d" d="M[\d.,CL]{10,}/g)).toHaveLength(2)
})
