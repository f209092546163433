import { endpoints } from '../../../api/catalogue.ts'
import { tags } from '../../../api/endpoint.ts'

/** Path of the reference of the API. */
export const referencePath = '/docs/api'

/** Path of the page with the webhook events. */
export const eventsPath = `${referencePath}/events`

/** Path of the page with the schemas that several responses contain. */
export const schemasPath = `${referencePath}/schemas`

/** Returns the path of the page of a group of endpoints. */
export function resourcePath(tag: string): string {
  return `${referencePath}/${tag}`
}

/** Pages of the API reference below its contents: one per group of endpoints, the events, and the schemas. */
export const referenceParts: readonly { readonly path: string; readonly title: string }[] = [
  ...tags
    .filter((name) => endpoints.some(({ tag }) => tag === name))
    .map((name) => ({ path: resourcePath(name), title: name })),
  { path: eventsPath, title: 'events' },
  { path: schemasPath, title: 'schemas' },
]

/** Paths of the pages of the API reference. */
export const referencePaths: readonly string[] = [referencePath, ...referenceParts.map(({ path }) => path)]
