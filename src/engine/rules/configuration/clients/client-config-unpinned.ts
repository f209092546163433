import { exampleFiles } from '../../example-files.ts'
import { displayAddress, displayLine } from '../../display-text.ts'
import type { WordyConfigurationRule } from '../../remark.ts'
import type { ScalarValue } from '../../../inventory/settings-files/value.ts'
import { imageReference, movingPart } from '../containers/image-reference.ts'
import { clientServers } from '../../../inventory/settings-files/client-servers.ts'
import { type LaunchKind, launchOf } from '../../../inventory/settings-files/launched-packages.ts'

const of = (command: string, ...args: string[]) =>
  exampleFiles({ '.mcp.json': JSON.stringify({ mcpServers: { shop: { command, args } } }, undefined, 2) })

export const clientConfigUnpinned: WordyConfigurationRule = {
  document: {
    id: 'client-config-unpinned',
    title: 'An MCP client starts whatever version is the newest',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-1357', 'CWE-494'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The committed settings of an MCP client start a server with `npx`, `uvx`, `docker run` or the like, ' +
      'and name no version of it, or one that moves such as `latest`.',
    why:
      'The next start fetches and runs what was published last, by whoever can publish under that name that ' +
      'day, on every machine that has the project, with the secrets of the server.',
    remediation: 'Name the version: `npx -y @acme/server@1.4.2`, `uvx acme-server==1.4.2`, an image by its digest.',
    examples: {
      bad: [
        of('npx', '-y', '@acme/shop-server'),
        of('npx', '-y', 'acme-shop-server@latest'),
        of('uvx', 'acme-shop-server'),
        of('docker', 'run', '-i', '--rm', '-e', 'SHOP', 'registry.example/shop'),
      ],
      good: [
        of('npx', '-y', '@acme/shop-server@1.4.2'),
        of('uvx', 'acme-shop-server==1.4.2'),
        of('docker', 'run', '-i', '--rm', 'registry.example/shop:1.4.2'),
        of('node', './dist/server.js'),
        of('uv', 'run', 'shop-server'),
      ],
    },
  },
  kinds: ['client'],
  *find(file) {
    for (const { name, command, args } of clientServers(file)) {
      if (!command) continue
      const found = launched(command, args)
      if (!found) continue
      yield {
        title: `The server ${name} is started without a version in ${file.path}`,
        message:
          `${file.path} starts ${displayAddress(found.what.text).slice(0, 120)} for the server ${name} and ` +
          `fetches it each time by ${found.moving}.`,
        subject: `${name} ${found.what.text.slice(0, 200)}`,
        at: file.placeAt(found.what.offset, displayAddress(found.what.text)),
      }
    }
  },
}

function launched(
  command: ScalarValue,
  given: readonly ScalarValue[],
): { what: ScalarValue; moving: string } | undefined {
  const launch = launchOf(command, given)
  const moving = launch?.main && movingVersion(launch.main.text, launch.kind)
  return launch?.main && moving !== undefined ? { what: launch.main, moving } : undefined
}

/**
 * By what a package is asked for, where that moves; undefined where it is fixed, or a folder, an address or a variable.
 */
function movingVersion(text: string, kind: LaunchKind): string | undefined {
  if (/^[./~$]|\$\{|^[a-z+]+:\/\/|^file:|^[A-Z]:\\/.test(text))
    return /^git\+|^https?:/.test(text) && !/[@#](?:[0-9a-f]{7,40}|v?\d[\w.-]*)$/i.test(text)
      ? 'a repository without a commit'
      : undefined
  if (kind === 'image') {
    const reference = imageReference(text)
    return reference && movingPart(reference)
  }
  if (kind === 'python')
    return /^[\w.-]+(?:\[[\w,-]+\])?(?:@latest)?$/i.test(text)
      ? 'no version'
      : />=?|\*/.test(text) && !/==/.test(text)
        ? 'a range'
        : undefined
  const [, version] = /^(?:npm:|jsr:)?(?:@[\w.-]+\/)?[\w.-]+(?:@(.+))?$/.exec(text) ?? [undefined, '0.0.0']
  if (version === undefined) return 'no version'
  return /^v?\d+\.\d+\.\d+/.test(version) ? undefined : `\`${displayLine(version, 40)}\``
}
