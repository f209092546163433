import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import type { Content } from '../../../src/service/pages/html.ts'
import { findingCard } from '../../../src/service/pages/parts/finding-card.ts'
import { reachabilityLabel, findingReachability } from '../../../src/service/pages/parts/finding-reachability.ts'
import { findingsTable } from '../../../src/service/pages/scan/findings-table.ts'
import { findingRows } from '../../../src/service/pages/scan/finding-rows.ts'
import { dependencyFinding } from '../../support/findings.ts'

const markup = (content: Content) => render(content as VNode)
const hostile = '</code><script>alert(1)</script>\u202E'
const step = (name: string) => ({ package: `${name}@1`, path: `${name}.js`, line: 7, function: name })

it('a card shows the status, the functions, and the call path', () => {
  const reachability = {
    status: 'reachable' as const,
    functions: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `lib.js: ${name}`),
    path: [{ path: 'src/index.js', line: 3, function: '' }, step('template')],
  }
  const shown = markup(findingCard(dependencyFinding('GHSA-1', { reachability })))
  expect(shown).toContain('<strong>Reachability:</strong> reachable.')
  expect(shown).toContain('href="/docs/reachability"')
  expect(shown).toContain('lib.js: e')
  expect(shown).not.toContain('lib.js: f')
  expect(shown).toContain('and 2 more')
  expect(shown).toContain('src/index.js:3')
  expect(shown).toContain('template() in template 1 template.js:7')
  expect(markup(findingCard(dependencyFinding('GHSA-1')))).not.toContain('Reachability')
})

it('a long path omits the middle, and hostile names stay text', () => {
  const path = Array.from({ length: 40 }, (_, index) => step(`${index}${hostile}`))
  const shown = markup(findingReachability({ status: 'reachable', functions: [hostile], path }))
  expect(shown).toContain('16 more steps')
  expect(shown.match(/<li>/g)).toHaveLength(25)
  expect(shown).not.toMatch(/<script|\u202E/)
})

it('the list of findings has a label for each package, and sorts by priority', () => {
  const findings = [
    dependencyFinding('GHSA-1', { reachability: { status: 'not-loaded' } }),
    dependencyFinding('GHSA-2', { title: 'b', reachability: { status: 'reachable', path: [] } }),
  ].map((finding, index) => ({
    ...finding,
    fingerprint: `${index}`.repeat(64),
    ...(finding.component && { component: { ...finding.component, purl: `pkg:npm/a@${index}.0.0` } }),
  }))
  const shown = markup(findingsTable(findingRows(findings), 'scan_x'))
  expect(shown.indexOf('>reachable<')).toBeGreaterThan(0)
  expect(shown.indexOf('>reachable<')).toBeLessThan(shown.indexOf('>not loaded<'))
  expect(reachabilityLabel([{}])).toBeUndefined()
})
