import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Severity } from '../../../engine/model/severity.ts'
import { type Content, html } from '../html.ts'

/** Lucide name of each icon (https://lucide.dev/icons). */
const lucideNames = {
  account: 'circle-user',
  advisory: 'siren',
  api: 'webhook',
  compare: 'scale',
  docs: 'book-open',
  download: 'download',
  empty: 'inbox',
  external: 'external-link',
  finding: 'bug',
  folder: 'folder',
  fixed: 'circle-check',
  history: 'clock',
  key: 'key-round',
  next: 'arrow-right',
  overview: 'layout-dashboard',
  package: 'package',
  previous: 'arrow-left',
  registry: 'shield-check',
  repository: 'git-branch',
  rescan: 'refresh-cw',
  rule: 'list-checks',
  scan: 'scan-search',
  search: 'search',
  signOut: 'log-out',
  stats: 'chart-column',
  tip: 'lightbulb',
  tool: 'wrench',
  version: 'tag',
  warning: 'triangle-alert',
  'severity-critical': 'octagon-x',
  'severity-high': 'circle-alert',
  'severity-medium': 'triangle-alert',
  'severity-low': 'circle-chevron-down',
  'severity-info': 'info',
} as const

export type IconName = keyof typeof lucideNames

/** All icons, in alphabetical order, severities last. */
export const iconNames = Object.keys(lucideNames) as readonly IconName[]

/** Content of each icon's SVG element. Only used icons are kept, because the set has 1,900. */
const contents = readContents()

/** Returns a decorative icon in the color and size of its text. The text next to it must have the same meaning. */
export function icon(name: IconName): Content {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: contents[name] }} />
  `
}

/** Returns a severity's icon. Each has a different shape, so that it is recognizable without color. */
export function severityIcon(severity: Severity): Content {
  return icon(`severity-${severity}`)
}

function readContents(): Readonly<Record<IconName, string>> {
  const { icons } = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json'), 'utf8'),
  ) as { readonly icons: Readonly<Record<string, { readonly body: string } | undefined>> }
  const contentOf = (name: IconName) => {
    const body = icons[lucideNames[name]]?.body
    if (body === undefined) throw new Error(`Lucide has no icon "${lucideNames[name]}".`)
    // Removes attributes that the style sheet sets for all icons.
    return body.replaceAll(
      / (?:fill="none"|stroke="currentColor"|stroke-(?:linecap|linejoin)="round"|stroke-width="2")/g,
      '',
    )
  }
  return Object.fromEntries(iconNames.map((name) => [name, contentOf(name)])) as Record<IconName, string>
}
