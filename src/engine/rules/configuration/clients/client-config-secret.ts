import { exampleFiles } from '../../example-files.ts'
import type { WordyConfigurationRule, Remark } from '../../remark.ts'
import { isSecretName, isSecretValue, maskedSetting, passwordInAddress } from '../secret-setting.ts'
import { exampleSecret } from '../example-secret.ts'
import type { SettingsFile } from '../settings-file.ts'
import { textOf } from '../../../inventory/settings-files/value.ts'
import { type ClientServer, clientServers } from '../../../inventory/settings-files/client-servers.ts'

const of = (server: object) =>
  exampleFiles({ '.mcp.json': JSON.stringify({ mcpServers: { shop: server } }, undefined, 2) })

export const clientConfigSecret: WordyConfigurationRule = {
  document: {
    id: 'client-config-secret',
    title: 'The committed settings of an MCP client hold a secret',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-798', 'CWE-540'],
    owaspMcp: ['MCP01:2025'],
    safeMcp: ['SAFE-T1502'],
    what:
      'A file such as `.mcp.json` or `.cursor/mcp.json` gives a server the value of a key, token or password ' +
      'in its environment, headers, arguments or address. Variables, inputs and placeholders are left out.',
    why:
      'The file is meant to be shared: everybody who has the project has the secret, and every agent that ' +
      'reads it too.',
    remediation:
      'Replace the secret where it was made. Refer to a variable in place of it: `"${env:SHOP_TOKEN}"` or ' +
      '`"${SHOP_TOKEN}"`, or let the client ask for it (`inputs`).',
    examples: {
      bad: [
        of({ command: 'node', args: ['server.js'], env: { SHOP_TOKEN: exampleSecret } }),
        of({ url: 'https://mcp.example/mcp', headers: { Authorization: `Bearer ${exampleSecret}` } }),
        of({ command: 'node', args: ['server.js', '--api-key', exampleSecret] }),
      ],
      good: [
        of({ command: 'node', args: ['server.js'], env: { SHOP_TOKEN: '${SHOP_TOKEN}' } }),
        of({ command: 'node', args: ['server.js'], env: { SHOP_TOKEN: 'your-token-here', LOG_LEVEL: 'debug' } }),
        of({ command: 'node', args: ['server.js', '--token-file', '/run/secrets/shop'] }),
      ],
    },
  },
  kinds: ['client'],
  *find(file) {
    for (const server of clientServers(file)) {
      for (const { key, value } of server.settings) {
        const text = textOf(value) ?? ''
        const secret =
          (isSecretName(key) || /^(?:proxy-)?authorization$/i.test(key)) && isSecretValue(text)
            ? text
            : passwordInAddress(text)
        if (secret !== undefined) yield remark(file, server, key, value.offset, secret)
      }
      yield* inArguments(file, server)
      const password = passwordInAddress(server.url?.text ?? '') ?? tokenInAddress(server.url?.text ?? '')
      if (server.url && password !== undefined) yield remark(file, server, 'url', server.url.offset, password)
    }
  },
}

function* inArguments(file: SettingsFile, server: ClientServer): Generator<Remark> {
  for (const [index, { text, offset }] of server.args.entries()) {
    const [, option = '', joined] =
      /^--?([a-z][\w-]{1,60})(?:[=:](.{1,2000}))?$/is.exec(text) ??
      /^([A-Z][A-Z\d_]{2,60})=(.{1,2000})$/s.exec(text) ??
      /^(authorization|x-[\w-]{1,40}):\s?(.{1,2000})$/is.exec(text) ??
      []
    const next = joined === undefined ? server.args[index + 1] : undefined
    const value = joined ?? next?.text ?? ''
    const isNamed = isSecretName(option) || /^authorization$/i.test(option)
    const secret =
      isNamed && !value.startsWith('-') && isSecretValue(value)
        ? value
        : (passwordInAddress(text) ?? tokenInAddress(text))
    if (secret !== undefined)
      yield remark(file, server, isNamed ? option : 'argument', next && isNamed ? next.offset : offset, secret)
  }
}

/** A secret among the parameters of an address. */
function tokenInAddress(address: string): string | undefined {
  for (const [, name = '', value = ''] of address.slice(0, 2_000).matchAll(/[?&]([\w.-]{1,60})=([^&#\s]{1,500})/g))
    if (isSecretName(name) && isSecretValue(value)) return value
  return undefined
}

const remark = (file: SettingsFile, { name }: ClientServer, key: string, offset: number, secret: string): Remark => ({
  title: `${key} of the server ${name} stands in ${file.path}`,
  message: `${file.path} gives the server ${name} the value of ${key}: whoever has the file has it.`,
  subject: `${name} ${key}`,
  at: file.placeAt(offset, maskedSetting(key, secret, ': ')),
})
