import type { Content } from '../html.ts'
import { tabs } from '../parts/tabs.ts'

/** Server tabs, in display order. */
export const serverTabs = [
  { id: 'overview', title: 'Overview' },
  { id: 'findings', title: 'Findings' },
  { id: 'tools', title: 'Tools' },
  { id: 'dependencies', title: 'Dependencies' },
  { id: 'versions', title: 'Versions' },
  { id: 'history', title: 'History' },
  { id: 'badge', title: 'Badge and API' },
] as const
export type ServerTab = (typeof serverTabs)[number]['id']

/** Returns the URL of a server tab. The overview has the URL of the server itself. */
export function tabAddress(slug: string, tab: ServerTab): string {
  const page = `/servers/${encodeURIComponent(slug)}`
  return tab === 'overview' ? page : `${page}/${tab}`
}

/** Returns the navigation between a server's tabs. */
export function tabList(slug: string, active: ServerTab): Content {
  return tabs(
    'Server',
    serverTabs.map(({ id, title }) => ({ title, href: tabAddress(slug, id), current: id === active })),
  )
}
