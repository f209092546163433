import { endpoints } from '../../../api/catalogue.ts'
import { tags } from '../../../api/endpoint.ts'

/** Path of the API reference. */
export const referencePath = '/docs/api'

/** Path of the page with the webhook events. */
export const eventsPath = `${referencePath}/events`

/** Path of the page with schemas shared by several responses. */
export const schemasPath = `${referencePath}/schemas`

/** Returns the path of an endpoint group's page. */
export function resourcePath(tag: string): string {
  return `${referencePath}/${tag}`
}

/** API reference pages below the table of contents: one per endpoint group, the events, and the schemas. */
export const referenceParts: readonly { readonly path: string; readonly title: string }[] = [
  ...tags
    .filter((name) => endpoints.some(({ tag }) => tag === name))
    .map((name) => ({ path: resourcePath(name), title: name })),
  { path: eventsPath, title: 'events' },
  { path: schemasPath, title: 'schemas' },
]

/** Paths of all API reference pages. */
export const referencePaths: readonly string[] = [referencePath, ...referenceParts.map(({ path }) => path)]
