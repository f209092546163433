import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { displayAddress } from '../../display-text.ts'
import { clientServers } from '../../../inventory/settings-files/client-servers.ts'
import { launchOf } from '../../../inventory/settings-files/launched-packages.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'
import { MovableVersion, movableVersion } from './movable-version.ts'

const of = (command: string, ...args: string[]) =>
  exampleFiles({ '.mcp.json': JSON.stringify({ mcpServers: { shop: { command, args } } }, undefined, 2) })

export const clientConfigUnpinned = defineConfigurationRule({
  document: {
    id: 'client-config-unpinned',
    title: 'Unpinned MCP server: a client starts the latest release of a package or image',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-1357', 'CWE-494'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The committed settings of an MCP client use `npx`, `uvx`, `docker run`, or a similar command to start a ' +
      'server. The command specifies no version or uses a mutable tag such as `latest`.',
    why:
      "Whenever the server starts, the client can download a newer release and run it with the server's secrets. " +
      'An attacker who can publish releases of the package can run code on every machine that uses the project.',
    remediation:
      'Pin the version of a package (`npx -y @acme/server@1.4.2` or `uvx acme-server@1.4.2`), the commit of a ' +
      'repository, or the digest of an image.',
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
  arguments: z.object({ server: z.string(), package: z.string(), version: MovableVersion }),
  describe({ server, package: name, version }, { location }) {
    const path = location?.path ?? 'the settings'
    return {
      title: `Unpinned server "${server}" in ${path}`,
      message:
        `${path} starts ${name} for the MCP server "${server}" ${versionText(version)}. Each time the server ` +
        'starts, it may run a newer release, including one published by an attacker.',
    }
  },
  *find(file) {
    for (const { name, command, args } of clientServers(file)) {
      const launch = command && launchOf(command, args)
      const version = launch?.main && movableVersion(launch.main.text, launch.kind)
      if (!launch?.main || !version) continue
      const address = displayAddress(launch.main.text)
      yield {
        arguments: { server: name, package: address.slice(0, 120), version: { ...version } },
        subject: `${name} ${launch.main.text.slice(0, 200)}`,
        at: file.placeAt(launch.main.offset, address),
      }
    }
  },
})

function versionText(version: MovableVersion): string {
  switch (version.kind) {
    case 'none':
      return 'without a version'
    case 'range':
      return 'with a version range'
    case 'repository':
      return 'from a repository without a pinned commit'
    case 'no-tag':
      return 'without a tag, so the `latest` tag is used'
    case 'inexact':
      return `with the version "${version.text}", which can change`
    case 'tag':
      return `with the tag "${version.text}", which can move`
  }
}
