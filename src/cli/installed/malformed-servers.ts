import { serverPlaces } from '../../engine/inventory/settings-files/client-servers.ts'
import { entriesOf, textOf, under, type Value } from '../../engine/inventory/settings-files/value.ts'

/** Keys that clients also use for other settings. An entry under such a key does not have to be a server. */
const sharedPlaces: ReadonlySet<string> = new Set(['mcp', 'extensions'])

const maxNameLength = 100

/**
 * Returns a sentence that says why the servers in a settings file cannot be read, or undefined if the file is valid. A
 * client ignores an invalid file or refuses to start, while the user believes that the servers are configured.
 *
 * @param isYaml true if the file is YAML, which may contain a list of named servers, and a key without a value
 */
export function malformedServers(root: Value, { isYaml }: { readonly isYaml: boolean }): string | undefined {
  if (root.kind !== 'mapping') return `The file contains ${kindOf(root)}, not an object with settings.`
  const places = serverPlaces.filter(([first]) => first !== 'extensions' || isYaml)
  const ofUser = places.map((keys) => ({ place: keys.join('.'), value: under(root, ...keys) }))
  const ofProjects = entriesOf(under(root, 'projects')).map(({ value }) => ({
    place: 'mcpServers',
    value: under(value, 'mcpServers'),
  }))
  for (const { place, value } of [...ofUser, ...ofProjects]) {
    const problem = value && problemOf(place, value, isYaml)
    if (problem !== undefined) return problem
  }
  return undefined
}

function problemOf(place: string, value: Value, isYaml: boolean): string | undefined {
  if (isYaml && /^(?:|~|null)$/i.test(textOf(value) ?? 'text')) return undefined
  if (isYaml && value.kind === 'list') {
    const isNamed = value.items.every((item) => textOf(under(item, 'name')) !== undefined)
    return isNamed ? undefined : `"${place}" contains a server without a name.`
  }
  if (value.kind !== 'mapping') return `"${place}" is ${kindOf(value)}, not an object with one entry for each server.`
  if (sharedPlaces.has(place)) return undefined
  const wrong = value.entries.find((entry) => entry.key !== '<<' && entry.value.kind !== 'mapping')
  return wrong && `"${wrong.key.slice(0, maxNameLength)}" in "${place}" is ${kindOf(wrong.value)}, not an object.`
}

function kindOf(value: Value): string {
  if (value.kind === 'mapping') return 'an object'
  if (value.kind === 'list') return 'a list'
  // The parsers return null as an empty string.
  return value.text === '' ? 'null or empty' : 'a single value'
}
