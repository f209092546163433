import type { ClientServer } from '../../../inventory/settings-files/client-servers.ts'
import { textOf } from '../../../inventory/settings-files/value.ts'
import { isSecretName, isSecretValue, passwordInAddress } from '../secret-setting.ts'

/** Secret in a server's settings. */
export interface ServerSecret {
  /**
   * Where the secret is: a named environment variable, header, or option, or else part of an argument or of the URL.
   */
  readonly place: { readonly setting: string } | 'argument' | 'url'
  /** Offset from the start of the settings file in UTF-16 code units. */
  readonly offset: number
  readonly secret: string
}

/** Yields the secrets in a server's environment, headers, arguments, and URL. */
export function* secretsOf(server: ClientServer): Generator<ServerSecret> {
  for (const { key, value } of server.settings) {
    const text = textOf(value) ?? ''
    const secret =
      (isSecretName(key) || /^(?:proxy-)?authorization$/i.test(key)) && isSecretValue(text)
        ? text
        : passwordInAddress(text)
    if (secret !== undefined) yield { place: { setting: key }, offset: value.offset, secret }
  }
  yield* secretsInArguments(server)
  const secret = passwordInAddress(server.url?.text ?? '') ?? tokenInAddress(server.url?.text ?? '')
  if (server.url && secret !== undefined) yield { place: 'url', offset: server.url.offset, secret }
}

function* secretsInArguments({ args }: ClientServer): Generator<ServerSecret> {
  for (const [index, { text, offset }] of args.entries()) {
    const [, option = '', joined] =
      /^--?([a-z][\w-]{1,60})(?:[=:](.{1,2000}))?$/is.exec(text) ??
      /^([A-Z][A-Z\d_]{2,60})=(.{1,2000})$/s.exec(text) ??
      /^(authorization|x-[\w-]{1,40}):\s?(.{1,2000})$/is.exec(text) ??
      []
    const next = joined === undefined ? args[index + 1] : undefined
    const value = joined ?? next?.text ?? ''
    const isNamed = isSecretName(option) || /^authorization$/i.test(option)
    const secret =
      isNamed && !value.startsWith('-') && isSecretValue(value)
        ? value
        : (passwordInAddress(text) ?? tokenInAddress(text))
    if (secret !== undefined)
      yield {
        place: isNamed ? { setting: option } : 'argument',
        offset: next && isNamed ? next.offset : offset,
        secret,
      }
  }
}

/** Returns the secret in a URL's query, or undefined if none exists. */
function tokenInAddress(address: string): string | undefined {
  for (const [, name = '', value = ''] of address.slice(0, 2_000).matchAll(/[?&]([\w.-]{1,60})=([^&#\s]{1,500})/g))
    if (isSecretName(name) && isSecretValue(value)) return value
  return undefined
}
