import type { SourceLabel } from '../../analysis/taint/sources/source-label.ts'
import { flowName, shortName } from './flow-name.ts'

/** Describes a source without an article: `argument "host" of tool "ping_host"`. */
export function sourceText({ part, name, of, owner }: SourceLabel, quote: '"' | '`' = '"'): string {
  const quoted = (text: string) => `${quote}${shortName(text)}${quote}`
  const named = name === undefined ? '' : ` ${quoted(name)}`
  const ownerText = () => {
    if (of === 'route') return owner === undefined ? 'a route' : `route ${shortName(owner)}`
    if (of === 'function') return `the exported function ${quoted(owner ?? '')}`
    if (owner !== undefined) return `${of} ${quoted(owner)}`
    return of === 'tool' ? 'tool calls' : of === 'server' ? 'the HTTP request' : `${of} requests`
  }
  switch (part) {
    case 'argument':
      return of === 'command-line' ? 'command-line argument' : `argument${named} of ${ownerText()}`
    case 'stored':
      return `stored data${name === undefined ? '' : ` in ${quoted(name)}`}`
    case 'arguments':
      return `arguments of ${ownerText()}`
    case 'uri':
      return `URI of ${ownerText()}`
    case 'completion':
      return 'argument of a completion request'
    case 'parameter':
      return `parameter${named} of ${ownerText()}`
    case 'request':
      if (of === 'route') return `request to ${owner === undefined ? 'a route' : shortName(owner)}`
      return of === 'middleware'
        ? 'HTTP request in middleware'
        : `HTTP request${of === 'server' ? '' : ` of ${ownerText()}`}`
    case 'headers':
      return 'HTTP request headers'
    case 'response':
      return `response from ${owner === undefined ? 'another server' : shortName(owner)}`
    case 'authorization-url':
      return 'authorization URL from the remote server'
  }
}

/** Reports whether the description of a source is plural, as in "the arguments reach a sink". */
export const isPlural = ({ part }: SourceLabel): boolean => part === 'arguments' || part === 'headers'

/** Makes the names in a label safe to display. */
export function displayLabel({ part, name, of, owner }: SourceLabel): SourceLabel {
  return {
    part,
    of,
    ...(name !== undefined && { name: flowName(name) }),
    ...(owner !== undefined && { owner: flowName(owner) }),
  }
}
