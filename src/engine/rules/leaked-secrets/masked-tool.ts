import type { ScannedTool, ToolParameter } from '../../model/scanned-tool.ts'
import { maskSecrets } from './mask-secrets.ts'
import { maskedCutText } from './masked-part.ts'

type OtherDefinition = NonNullable<ScannedTool['alsoDeclared']>[number]

/** Maximum lengths of a definition's texts. A text of exactly that length was truncated. */
const longest = { name: 300, type: 300, title: 1_000, parameterText: 5_000, text: 20_000 }

/**
 * Returns a tool with secrets masked, for storage and the API. Its hash stays that of the original definition.
 * `maskHost` is the project's host mask.
 */
export function maskedTool(
  { title, description, template, alsoDeclared, destinations, ...tool }: ScannedTool,
  maskHost: (host: string) => string = hostMask(),
): ScannedTool {
  return {
    ...tool,
    ...(destinations && { destinations: destinations.map((one) => ({ ...one, name: maskHost(one.name) })) }),
    name: maskedCutText(tool.name, longest.name, tool.path),
    ...(title !== undefined && { title: maskedCutText(title, longest.title, tool.path) }),
    ...(description !== undefined && { description: maskedCutText(description, longest.text, tool.path) }),
    ...(template !== undefined && { template: maskedCutText(template, longest.text, tool.path) }),
    ...(alsoDeclared && { alsoDeclared: alsoDeclared.map((other) => maskedDefinition(other)) }),
    parameters: tool.parameters.map((parameter) => maskedParameter(parameter, tool.path)),
  }
}

/**
 * Returns a function that masks secrets in lowercase host names. Many secrets have uppercase letters, without which
 * their patterns do not match. A masked part becomes `masked`, because hosts cannot contain `*`.
 *
 * @param writtenHosts hosts with uppercase letters, as written in the code
 */
export function hostMask(writtenHosts: readonly string[] = []): (host: string) => string {
  const cache = new Map<string, string>()
  for (const written of writtenHosts) {
    const host = URL.parse(`https://${written}/`)?.hostname
    const masked = maskedHost(written)
    if (host !== undefined && masked !== written) cache.set(host, masked)
  }
  return (host) => {
    const masked = cache.get(host) ?? maskedHost(host)
    cache.set(host, masked)
    return masked
  }
}

function maskedHost(host: string): string {
  const masked = maskSecrets(`https://${host}/`)
  if (masked === `https://${host}/`) return host
  const [shown = ''] = masked.slice('https://'.length).split('/', 1)
  const name = shown.replaceAll(/\*+/g, 'masked').toLowerCase()
  return masked.startsWith('https://') && /^[a-z0-9_.-]{1,253}$/.test(name) ? name : 'masked'
}

function maskedDefinition({ description, title, parameters, ...other }: OtherDefinition): OtherDefinition {
  return {
    ...other,
    ...(description !== undefined && { description: maskedCutText(description, longest.text, other.path) }),
    ...(title !== undefined && { title: maskedCutText(title, longest.title, other.path) }),
    ...(parameters && { parameters: parameters.map((parameter) => maskedParameter(parameter, other.path)) }),
  }
}

function maskedParameter(
  { description, type, enum: values, default: fallback, ...parameter }: ToolParameter,
  path: string,
): ToolParameter {
  const { name } = parameter
  return {
    ...parameter,
    name: maskedCutText(name, longest.name, path),
    ...(description !== undefined && { description: maskedCutText(description, longest.parameterText, path) }),
    ...(type !== undefined && { type: maskedCutText(type, longest.type, path) }),
    ...(values && { enum: values.map((value) => maskedValue(name, value, longest.type, path)) }),
    ...(fallback !== undefined && { default: maskedValue(name, fallback, longest.parameterText, path) }),
  }
}

/** Returns a parameter value with secrets masked. Some secrets are identified by the parameter name. */
function maskedValue(name: string, value: string, maxLength: number, path: string): string {
  const before = `${name} = "`
  const masked = value.length < maxLength ? maskSecrets(`${before}${value}"`, path) : ''
  return masked.startsWith(before)
    ? masked.slice(before.length).replace(/"$/, '').slice(0, maxLength)
    : maskedCutText(value, maxLength, path)
}
